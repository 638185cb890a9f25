import { toImageBox, union, type Size } from '#shared/annotation/projection'
import { moveShape, stretchShape, targetOf } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Change } from '#shared/difference/changes'
import { movedSpot, type SpotOptions } from './moved-spot'

/**
 * Returns shapes of the older image at the place that their content has in the newer image. The positions
 * stay fractions of the older image; below its lower edge, they are larger than 1. All shapes move by the
 * distance by which the area that contains them moved. If it did not move, the shapes themselves are
 * returned. Returns null if the newer image does not have the content. `older` and `newer` are the sizes of
 * the images in pixels.
 */
export function placedShapes(
  shapes: readonly Shape[],
  changes: readonly Change[],
  [older, newer]: readonly [older: Size, newer: Size],
  options?: SpotOptions,
): Shape[] | null {
  if (shapes.length === 0) return null
  const spot = toImageBox(older, shapes.map(each => targetOf(each)).reduce(union))
  const by = movedSpot(changes, spot, newer, options)
  if (by === 'removed') return null
  const isBelow = (shape: Shape) => targetOf(shape).y * older.height + by.dy > newer.height
  if (shapes.some(isBelow)) return null
  if (by.dx === 0 && by.dy === 0) return [...shapes]
  // Shapes are moved in fractions of the newer image, because they must not leave this image.
  const factor = older.height / newer.height
  const move = (shape: Shape) =>
    moveShape(stretchShape(shape, factor), by.dx / older.width, by.dy / newer.height)
  return shapes.map(shape => stretchShape(move(shape), 1 / factor))
}
