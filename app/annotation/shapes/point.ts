import type { PointGeometry } from '#shared/contract/geometry'
import { clamp, percent, type ShapeUtil } from './util'

export const point: ShapeUtil<PointGeometry> = {
  bounds: ({ x, y }) => ({ x, y, width: 0, height: 0 }),
  anchor: geometry => geometry,
  fromDrag: (_, end) => ({ x: clamp(end.x), y: clamp(end.y) }),
  moveBy: ({ x, y }, dx, dy) => ({ x: clamp(x + dx), y: clamp(y + dy) }),
  sizeBy: geometry => geometry,
  isTooSmall: () => false,
  describe: ({ x, y }) => `Point at ${percent(x)} from the left, ${percent(y)} from the top`,
}
