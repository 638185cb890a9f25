import type { PointGeometry } from '#shared/contract/geometry'
import { handleAt, HIT_TOLERANCE, hitTest, isDeepInside } from '#shared/annotation/shapes'
import type { Grabbed, ToolContext, ToolState } from './machine'

interface Press {
  at: PointGeometry
  touch?: boolean
  /** Whether a drag of the mouse inside of a shape moves the shape, instead of drawing another one. */
  movesInside?: boolean
}

/**
 * Returns the shape of the comment being written that a press hits; null if it hits none. The current shape
 * has handles. A drag of the mouse moves any of these shapes by its line, and a click there makes it the
 * current one. A finger moves only the current shape, since it usually moves the image; a tap on another
 * shape makes that one current.
 */
export function grabbedDraft(
  { at, touch = false, movesInside = false }: Press,
  { view, marks, tolerance }: Pick<ToolContext, 'view' | 'marks' | 'tolerance'>,
): Grabbed | null {
  const drafts = marks.filter(each => each.isDraft)
  const current = drafts.find(each => each.isCurrent)
  const handle = current ? handleAt(current.shape, at, view, tolerance) : null
  if (current && handle) return { mark: current, handle, chosenId: null, movable: true }
  const lines = drafts.filter(each => !isDeepInside(each.shape, at, view, HIT_TOLERANCE))
  const mark = hitTest(lines, at, view) ?? hitTest(drafts, at, view, 0)
  if (!mark) return null
  const { id, isCurrent = false } = mark
  if (lines.includes(mark) && !touch)
    return { mark, handle: null, chosenId: isCurrent ? null : id, movable: true }
  if (touch && !isCurrent) return { mark, handle: null, chosenId: id, movable: false }
  return touch || movesInside ? { mark, handle: null, chosenId: null, movable: true, isInside: true } : null
}

/** Returns the state at the start of a drag that moves a mark, or resizes it by the grabbed handle. */
export const startChanging = ({ mark, handle }: Grabbed, start: PointGeometry): ToolState =>
  handle
    ? { name: 'resizing', mark, handle, start, shape: mark.shape }
    : { name: 'dragging', mark, start, shape: mark.shape }
