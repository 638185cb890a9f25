import type { PointGeometry } from '#shared/contract/geometry'
import { handleAt, HIT_TOLERANCE, hitTest, isDeepInside } from '#shared/annotation/shapes'
import type { Grabbed, ToolContext, ToolState } from './machine'

/**
 * Returns the shape of the comment that is being written if a press hits a handle or the line of that shape;
 * null otherwise. A press inside of the line draws a further one. A finger must hit a handle, because a
 * drag of a finger usually moves the image.
 */
export function grabbedDraft(
  { at, touch }: { at: PointGeometry; touch?: boolean },
  { view, marks, tolerance }: Pick<ToolContext, 'view' | 'marks' | 'tolerance'>,
): Grabbed | null {
  const mark = marks.find(each => each.isDraft)
  if (!mark) return null
  const handle = handleAt(mark.shape, at, view, tolerance)
  const isInside = isDeepInside(mark.shape, at, view, HIT_TOLERANCE)
  const isOnLine = !touch && !isInside && hitTest([mark], at, view) !== null
  return handle || isOnLine ? { mark, handle, chosenId: null, movable: true } : null
}

/** Returns the state at the start of a drag that moves a mark, or resizes it by the grabbed handle. */
export const startChanging = ({ mark, handle }: Grabbed, start: PointGeometry): ToolState =>
  handle
    ? { name: 'resizing', mark, handle, start, shape: mark.shape }
    : { name: 'dragging', mark, start, shape: mark.shape }
