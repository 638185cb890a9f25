import type { Draft } from '~/review-state/use-draft'

/** Returns where a draft points on its artifact, as the API takes it. */
export const placeOfDraft = ({ revisionId, shape, more = [], timestampMs, endMs, frameMs }: Draft) => ({
  kind: shape?.kind ?? (timestampMs === null ? ('artifact' as const) : ('timestamp' as const)),
  revisionId,
  ...(shape && { geometry: shape.geometry }),
  ...(more.length > 0 && { shapes: [...more] }),
  ...(timestampMs !== null && { timestampMs, endMs }),
  ...(shape && endMs !== undefined && { frameMs }),
})
