import type { ArrowGeometry } from '#shared/contract/geometry'
import { clamp, percent, type ShapeUtil } from './util'

export const arrow: ShapeUtil<ArrowGeometry> = {
  bounds: ({ x1, y1, x2, y2 }) => ({ x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }),
  anchor: ({ x1, y1 }) => ({ x: x1, y: y1 }),
  fromDrag: (start, end) => ({ x1: clamp(start.x), y1: clamp(start.y), x2: clamp(end.x), y2: clamp(end.y) }),
  moveBy(geometry, dx, dy) {
    const { x, y, width, height } = arrow.bounds(geometry)
    const byX = clamp(x + dx, 0, 1 - width) - x
    const byY = clamp(y + dy, 0, 1 - height) - y
    return { x1: clamp(geometry.x1 + byX), y1: clamp(geometry.y1 + byY), x2: clamp(geometry.x2 + byX), y2: clamp(geometry.y2 + byY) }
  },
  sizeBy: ({ x1, y1, x2, y2 }, dx, dy) => ({ x1, y1, x2: clamp(x2 + dx), y2: clamp(y2 + dy) }),
  isTooSmall: ({ x1, y1, x2, y2 }, least) => Math.abs(x2 - x1) < least.x && Math.abs(y2 - y1) < least.y,
  describe: ({ x1, y1, x2, y2 }) => `Arrow from ${percent(x1)}, ${percent(y1)} to ${percent(x2)}, ${percent(y2)}`,
}
