import type { Draft } from '~/review-state/use-draft'

/** Returns the revision, the shapes and the video time of an unsent comment, in the format of the API. */
export const placeOfDraft = ({ revisionId, shape, more = [], timestampMs, endMs, frameMs }: Draft) => ({
  kind: shape?.kind ?? (timestampMs === null ? ('artifact' as const) : ('timestamp' as const)),
  revisionId,
  ...(shape && { geometry: shape.geometry }),
  ...(more.length > 0 && { shapes: [...more] }),
  ...(timestampMs !== null && { timestampMs, endMs }),
  ...(shape && endMs !== undefined && { frameMs }),
})
