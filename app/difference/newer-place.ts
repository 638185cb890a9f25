import type { Size } from '#shared/annotation/projection'
import { moveShape, targetOf } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Change } from '#shared/difference/changes'
import type { PixelBox } from '#shared/difference/difference'

/**
 * Returns the place in the newer image of a shape on the older image: in the block that moved, or at the same
 * place. Returns null if the block was removed, or if other content is at this place now. `older`: the size
 * of the older image in pixels. Unlike `movedSpot`, this function does not infer a move from the blocks
 * around the shape.
 */
export function newerPlace(changes: readonly Change[], older: Size, shape: Shape): Shape | null {
  const target = targetOf(shape)
  const spot = {
    x: (target.x + target.width / 2) * older.width,
    y: (target.y + target.height / 2) * older.height,
  }
  const isIn = (box: PixelBox | undefined) =>
    box !== undefined &&
    spot.x >= box.x &&
    spot.x <= box.x + box.width &&
    spot.y >= box.y &&
    spot.y <= box.y + box.height
  const move = changes.find(({ moved }) => isIn(moved?.from))?.moved
  if (move) {
    const [x, y] = [(move.to.x - move.from.x) / older.width, (move.to.y - move.from.y) / older.height]
    const isInside = target.x + target.width + x <= 1 && target.y + target.height + y <= 1
    return isInside ? moveShape(shape, x, y) : null
  }
  const isGone = changes.some(
    ({ moved, inserted, removed }) => isIn(removed?.from) || isIn(inserted?.to) || isIn(moved?.to),
  )
  return isGone ? null : shape
}
