import type { Box } from '#shared/annotation/projection'
import { boundsOfAll, shapesOf } from '#shared/annotation/shapes'
import type { ContextElement } from '#shared/contract/context'
import type { Thread } from '#shared/contract/thread'
import type { StoredComparison } from '~~/server/db/tables/evidence'

/** A revision of the artifact that a thread is on. */
interface ComparedRevision {
  index: number
  completedAt: number | null
  change: StoredComparison | null
}

/**
 * Fractions of the image by which the area around a mark counts as marked. A point has no area of its own.
 */
const MARGIN = 0.02

/**
 * Returns whether the marked area of a thread looks different in a revision after the thread's own revision.
 * For a point on an element of a known page, the area is the element; for a thread without an area, it is the
 * whole picture. Returns null if it is not known: there is no later revision, the thread is on a moment of a
 * video, or a later revision was not compared pixel by pixel.
 */
export function markChanged(
  thread: Parameters<typeof shapesOf>[0] &
    Pick<Thread, 'timestampMs' | 'revision'> & { elements?: readonly Pick<ContextElement, 'box'>[] | null },
  revisions: readonly ComparedRevision[],
): boolean | null {
  const { revision, timestampMs } = thread
  if (revision === null || timestampMs !== null) return null
  const later = revisions.filter(each => each.index > revision && each.completedAt !== null)
  if (later.length === 0) return null
  const area = areaOf(thread)
  const changes = later.map(({ change }) => (change ? isChangedIn(change, area) : null))
  return changes.includes(true) ? true : changes.includes(null) ? null : false
}

/**
 * Returns the box that a thread marks: of its shapes, or of the element under its point. null without a
 * shape.
 */
function areaOf(thread: Parameters<typeof markChanged>[0]): Box | null {
  const marked = boundsOfAll(shapesOf(thread))
  const [element] = thread.elements ?? []
  if (!marked || marked.width > 0 || marked.height > 0 || !element) return marked
  const [x, y, width, height] = element.box
  return { x, y, width, height }
}

function isChangedIn({ status, changedPercent, boxes }: StoredComparison, area: Box | null): boolean | null {
  if (status === 'same') return false
  if (changedPercent === null) return null
  return area === null || boxes.some(box => touches(box, area))
}

const touches = (box: Box, area: Box): boolean =>
  box.x < area.x + area.width + MARGIN &&
  box.x + box.width > area.x - MARGIN &&
  box.y < area.y + area.height + MARGIN &&
  box.y + box.height > area.y - MARGIN
