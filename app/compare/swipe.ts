import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'
import type { Revision } from '#shared/contract/artifact'

/** A horizontal range of the stage. `x` is the distance from the stage's left edge in CSS pixels. */
interface Span {
  x: number
  width: number
}

/**
 * The smallest visible part of each side after the divider has moved to show a mark, as a fraction of the
 * images' visible width.
 */
const MIN_SIDE = 0.03
/** CSS pixels by which the pin and the outline of a mark extend beyond its shape. */
const AROUND = 24

/**
 * Returns the position of a swipe's divider, in CSS pixels, at which the whole mark is visible on the side of
 * its image. The position is as near as possible to `from`. If the mark is as wide as the images, a small
 * part of the other side stays visible, except when the whole mark is inside that part.
 */
export function dividerAt(
  from: number,
  { mark, isOnLeft, images, stage }: { mark: Span; isOnLeft: boolean; images: Span; stage: number },
): number {
  const start = Math.max(0, images.x)
  const end = Math.min(stage, images.x + images.width)
  const minSide = Math.max(0, end - start) * MIN_SIDE
  const at = isOnLeft ? Math.max(from, mark.x + mark.width + AROUND) : Math.min(from, mark.x - AROUND)
  const isAtEdge = isOnLeft ? mark.x >= end - minSide : mark.x + mark.width <= start + minSide
  const least = isAtEdge ? 0 : minSide
  return at === from ? from : clamp(at, start + least, end - least)
}

/**
 * Returns the changed regions of a revision, in fractions of the revision. Returns none if the server did not
 * compare the two revisions.
 */
export const changedBoxes = (
  before: Pick<Revision, 'id'>,
  after: Pick<Revision, 'change' | 'baseline'>,
): readonly Box[] =>
  [after.change, after.baseline].find(each => each?.against?.revisionId === before.id)?.boxes ?? []

/**
 * Returns the middle of the largest change that is in view, in CSS pixels from the left edge of the stage. Of
 * a change that is partly in view, only this part counts. If no change is in view, the largest one counts.
 * Returns undefined if there are no changes. `changes` are in CSS pixels of the stage.
 */
export function middleOfLargest(changes: readonly Box[], stage: Size): number | undefined {
  const inView = changes.map(each => {
    const [x, y] = [Math.max(0, each.x), Math.max(0, each.y)]
    const width = Math.min(stage.width, each.x + each.width) - x
    return { x, width, height: Math.min(stage.height, each.y + each.height) - y }
  })
  const visible = inView.filter(({ width, height }) => width > 0 && height > 0)
  const [largest] = (visible.length > 0 ? visible : changes).toSorted(
    (one, other) => other.width * other.height - one.width * one.height,
  )
  return largest && largest.x + largest.width / 2
}
