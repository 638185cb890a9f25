import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import type { Change } from '#shared/difference/changes'
import type { Size } from '#shared/annotation/projection'
import { shapesOf, stretchShape } from '#shared/annotation/shapes'
import { placedShapes } from '~/difference/placed-shapes'

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
  // The server compared the spot, and found no change there.
  const known = changes ?? (thread.markChanged === false ? [] : null)
  if (!known || thread.timestampMs !== null || !isSameWidth(revisions)) return null
  const [older, newer] = [sizeOf(revisions.before), sizeOf(revisions.after)]
  const placed = placedShapes(shapesOf(thread), known, [older, newer])
  return placed && placed.map(each => stretchShape(each, older.height / newer.height))
}

/** Returns the size of a revision in pixels; 0 until it is known. */
export const sizeOf = ({ width, height }: Pick<Revision, 'width' | 'height'>): Size => ({
  width: width ?? 0,
  height: height ?? 0,
})
