import { fraction } from '../../fraction'
import { toScreen } from '../../projection'
import type { ShapeUtil } from '../definition'
import type { PointGeometry } from './geometry'

/** The radius of the pin in CSS pixels. It is also the size of a point, at every zoom. */
const PIN_RADIUS = 12

/** The point shape. Its single handle moves it. */
export const util: ShapeUtil<PointGeometry, 'spot'> = {
  accepts: (geometry): geometry is PointGeometry => 'x' in geometry && !('width' in geometry),
  hasExtent: false,
  bounds: ({ x, y }) => ({ x, y, width: 0, height: 0 }),
  anchor: ({ x, y }) => ({ x, y }),
  distance(geometry, at, view) {
    const pin = toScreen(view, geometry)
    const spot = toScreen(view, at)
    return Math.max(0, Math.hypot(pin.x - spot.x, pin.y - spot.y) - PIN_RADIUS)
  },
  depth: () => 0,
  area: () => 0,
  handles: ({ x, y }) => [{ name: 'spot', at: { x, y } }],
  draw: ({ path }) => inside(path.at(-1) ?? path[0]),
  place: ({ x, y, width, height }) => inside({ x: x + width / 2, y: y + height / 2 }),
  moveBy: ({ x, y }, dx, dy) => inside({ x: x + dx, y: y + dy }),
  stretch: ({ x, y }, factor) => ({ x, y: y * factor }),
  dragHandle: (geometry, handle, to) => (handle === 'spot' ? inside(to) : geometry),
  sizeBy: geometry => geometry,
  isTooSmall: () => false,
}

const inside = ({ x, y }: PointGeometry): PointGeometry => ({ x: fraction(x), y: fraction(y) })
