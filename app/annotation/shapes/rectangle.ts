import type { RectangleGeometry } from '#shared/contract/geometry'
import { clamp, percent, round, type ShapeUtil } from './util'

/** No rectangle is thinner than this share of the picture. */
const LEAST = 0.000_1

export const rectangle: ShapeUtil<RectangleGeometry> = {
  bounds: geometry => geometry,
  anchor: ({ x, y }) => ({ x, y }),
  fromDrag(start, end) {
    const x = clamp(Math.min(start.x, end.x))
    const y = clamp(Math.min(start.y, end.y))
    return sized(x, y, Math.abs(end.x - start.x), Math.abs(end.y - start.y))
  },
  moveBy({ x, y, width, height }, dx, dy) {
    return { x: clamp(x + dx, 0, 1 - width), y: clamp(y + dy, 0, 1 - height), width, height }
  },
  sizeBy: ({ x, y, width, height }, dx, dy) => sized(x, y, width + dx, height + dy),
  isTooSmall: ({ width, height }, least) => width < least.x && height < least.y,
  describe: ({ x, y, width, height }) => `Rectangle at ${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} × ${percent(height)}`,
}

/** Positive size, inside the picture. */
function sized(x: number, y: number, width: number, height: number): RectangleGeometry {
  const left = Math.min(x, round(1 - LEAST))
  const top = Math.min(y, round(1 - LEAST))
  return { x: left, y: top, width: clamp(width, LEAST, round(1 - left)), height: clamp(height, LEAST, round(1 - top)) }
}
