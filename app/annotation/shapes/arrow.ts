import type { ArrowGeometry } from '#shared/contract/geometry'
import { clamp, fraction, percent } from '../fraction'
import { toScreen, toScreenBox } from '../projection'
import { CLICK_DISTANCE, type ShapeUtil } from './shape-util'

/** From its tail, where the pin stands, to its head. */
export const arrow: ShapeUtil<ArrowGeometry, 'start' | 'end'> = {
  bounds: ({ x1, y1, x2, y2 }) => ({
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  }),
  anchor: ({ x1, y1 }) => ({ x: x1, y: y1 }),
  distance({ x1, y1, x2, y2 }, at, view) {
    const tail = toScreen(view, { x: x1, y: y1 })
    const head = toScreen(view, { x: x2, y: y2 })
    const spot = toScreen(view, at)
    const [dx, dy] = [head.x - tail.x, head.y - tail.y]
    const length = dx * dx + dy * dy
    // How far along the line the nearest spot of it lies; an arrow of no length is its tail.
    const along = length === 0 ? 0 : clamp(((spot.x - tail.x) * dx + (spot.y - tail.y) * dy) / length, 0, 1)
    return Math.hypot(tail.x + along * dx - spot.x, tail.y + along * dy - spot.y)
  },
  hit: (geometry, at, view, tolerance) => arrow.distance(geometry, at, view) <= tolerance,
  area: () => 0,
  handles: ({ x1, y1, x2, y2 }) => [
    { name: 'start', at: { x: x1, y: y1 } },
    { name: 'end', at: { x: x2, y: y2 } },
  ],
  fromDrag: (start, end) => ({
    x1: fraction(start.x),
    y1: fraction(start.y),
    x2: fraction(end.x),
    y2: fraction(end.y),
  }),
  moveBy(geometry, dx, dy) {
    const { x, y, width, height } = arrow.bounds(geometry)
    const byX = clamp(dx, -x, 1 - width - x)
    const byY = clamp(dy, -y, 1 - height - y)
    return arrow.fromDrag(
      { x: geometry.x1 + byX, y: geometry.y1 + byY },
      { x: geometry.x2 + byX, y: geometry.y2 + byY },
    )
  },
  dragHandle(geometry, handle, to) {
    const { x1, y1, x2, y2 } = geometry
    if (handle === 'start') return arrow.fromDrag(to, { x: x2, y: y2 })
    return handle === 'end' ? arrow.fromDrag({ x: x1, y: y1 }, to) : geometry
  },
  sizeBy: ({ x1, y1, x2, y2 }, dx, dy) => arrow.fromDrag({ x: x1, y: y1 }, { x: x2 + dx, y: y2 + dy }),
  isTooSmall(geometry, view) {
    const { width, height } = toScreenBox(view, arrow.bounds(geometry))
    return Math.hypot(width, height) < CLICK_DISTANCE
  },
  describe: ({ x1, y1, x2, y2 }) =>
    `Arrow from ${percent(x1)}, ${percent(y1)} to ${percent(x2)}, ${percent(y2)}`,
}
