import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import type { Change } from '#shared/difference/changes'
import { toImageBox } from '#shared/annotation/projection'
import { anchorOf, boundsOfAll, moveShape, shapesOf, stretchShape } from '#shared/annotation/shapes'
import { movedSpot } from '~/difference/moved-spot'

/** The revision with the comment, and the later revision on the stage. */
interface Revisions {
  before: Revision
  after: Revision
}

/** Returns whether two revisions show the same page at the same width, so that its content can be found. */
export const isSameWidth = ({ before, after }: Revisions): boolean =>
  before.width !== null &&
  before.width === after.width &&
  before.height !== null &&
  after.height !== null &&
  before.viewport?.deviceScaleFactor === after.viewport?.deviceScaleFactor

/**
 * Returns the shapes of a comment at the place that its marked content has in a later revision. `changes`:
 * the changes between the two revisions; undefined if they are not known. The place is then known only if
 * nothing changed at the spot. Returns null if the place is unknown, or if the content is gone.
 */
export function carriedShapes(
  thread: Thread,
  revisions: Revisions,
  changes: readonly Change[] | undefined,
): Shape[] | null {
  const { before, after } = revisions
  const shapes = shapesOf(thread)
  const bounds = boundsOfAll(shapes)
  if (!bounds || thread.timestampMs !== null || !isSameWidth(revisions)) return null
  const [older, newer] = [before, after].map(({ width, height }) => ({
    width: width ?? 0,
    height: height ?? 0,
  }))
  if (!older || !newer) return null
  const spot = toImageBox(older, bounds)
  const moved = changes
    ? movedSpot(changes, spot, newer)
    : thread.markChanged === false
      ? { dx: 0, dy: 0 }
      : 'gone'
  if (moved === 'gone' || spot.y + moved.dy >= newer.height) return null
  const carried = shapes.map(shape =>
    moveShape(
      stretchShape(shape, older.height / newer.height),
      moved.dx / newer.width,
      moved.dy / newer.height,
    ),
  )
  return carried.every(each => anchorOf(each).y <= 1) ? carried : null
}
