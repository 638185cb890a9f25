import type { Shape } from '#shared/contract/geometry'
import { toScreenBox, type Box, type ScreenPoint, type View } from '#shared/annotation/projection'
import { boundsOf } from '#shared/annotation/shapes'
import type { Draft } from '~/review-state/use-draft'

/** Returns the shapes of a comment that is being written; none if it is on another revision. */
export const shapesOfDraft = (draft: Draft | null, revisionId: string | undefined): Shape[] =>
  draft?.shape && draft.revisionId === revisionId ? [draft.shape, ...(draft.more ?? [])] : []

/** The box around the first shape of a comment, and the boxes around its further shapes, in CSS pixels. */
interface DraftPart extends Box {
  further?: readonly Box[]
}

/**
 * Returns the box around the part of the image that a comment is about, in CSS pixels of the view. For a
 * comment on the whole image, returns a box of size zero at `corner`. Returns null for a comment on another
 * revision or without a position on the image.
 */
export function boxOfDraft(
  draft: Draft | null,
  revisionId: string | undefined,
  view: View,
  corner: ScreenPoint = { x: 0, y: 0 },
): DraftPart | null {
  if (draft?.revisionId !== revisionId) return null
  if (draft?.shape) {
    const further = (draft.more ?? []).map(each => toScreenBox(view, boundsOf(each)))
    return { ...toScreenBox(view, boundsOf(draft.shape)), further }
  }
  return draft?.hasOwnForm ? { ...corner, width: 0, height: 0 } : null
}
