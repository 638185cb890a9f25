import type { PointGeometry } from '#shared/contract/geometry'
import { fraction, percent } from '../fraction'
import { toScreen } from '../projection'
import type { ShapeUtil } from './shape-util'

/** CSS pixels: a point is as large as its pin, whatever the zoom. */
const PIN_RADIUS = 12

/** A spot: always large enough, moved by itself. */
export const point: ShapeUtil<PointGeometry, 'spot'> = {
  bounds: ({ x, y }) => ({ x, y, width: 0, height: 0 }),
  anchor: ({ x, y }) => ({ x, y }),
  distance(geometry, at, view) {
    const pin = toScreen(view, geometry)
    const spot = toScreen(view, at)
    return Math.max(0, Math.hypot(pin.x - spot.x, pin.y - spot.y) - PIN_RADIUS)
  },
  hit: (geometry, at, view, tolerance) => point.distance(geometry, at, view) <= tolerance,
  area: () => 0,
  handles: ({ x, y }) => [{ name: 'spot', at: { x, y } }],
  fromDrag: (_, end) => ({ x: fraction(end.x), y: fraction(end.y) }),
  moveBy: ({ x, y }, dx, dy) => ({ x: fraction(x + dx), y: fraction(y + dy) }),
  dragHandle: (geometry, handle, to) => (handle === 'spot' ? point.fromDrag(geometry, to) : geometry),
  sizeBy: geometry => geometry,
  isTooSmall: () => false,
  describe: ({ x, y }) => `Point at ${percent(x)} from the left, ${percent(y)} from the top`,
}
