import { clamp, fraction } from '../../fraction'
import { toScreen, toScreenBox } from '../../projection'
import { segmentDistance } from '../segment'
import { CLICK_DISTANCE, type ShapeUtil } from '../definition'
import type { PointGeometry } from '../point/geometry'
import type { ArrowGeometry } from './geometry'

/** An arrow from its tail to its head. The pin is at the tail. */
export const util: ShapeUtil<ArrowGeometry, 'start' | 'end'> = {
  accepts: geometry => 'x1' in geometry,
  hasExtent: true,
  bounds: ({ x1, y1, x2, y2 }) => ({
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  }),
  target: geometry => ({ ...head(geometry), width: 0, height: 0 }),
  anchor: tail,
  distance: (geometry, at, view) =>
    segmentDistance(toScreen(view, at), toScreen(view, tail(geometry)), toScreen(view, head(geometry))),
  depth: () => 0,
  area: () => 0,
  handles: geometry => [
    { name: 'start', at: tail(geometry) },
    { name: 'end', at: head(geometry) },
  ],
  draw: ({ path }) => between(path[0], path.at(-1) ?? path[0]),
  place: ({ x, y, width, height }) => between({ x, y }, { x: x + width, y: y + height }),
  moveBy(geometry, dx, dy) {
    const { x, y, width, height } = util.bounds(geometry)
    const byX = clamp(dx, -x, 1 - width - x)
    const byY = clamp(dy, -y, 1 - height - y)
    return between(
      { x: geometry.x1 + byX, y: geometry.y1 + byY },
      { x: geometry.x2 + byX, y: geometry.y2 + byY },
    )
  },
  stretch: ({ x1, y1, x2, y2 }, factor) => ({ x1, y1: y1 * factor, x2, y2: y2 * factor }),
  dragHandle(geometry, handle, to) {
    if (handle === 'start') return between(to, head(geometry))
    return handle === 'end' ? between(tail(geometry), to) : geometry
  },
  sizeBy: (geometry, dx, dy) => between(tail(geometry), { x: geometry.x2 + dx, y: geometry.y2 + dy }),
  isTooSmall(geometry, view) {
    const { width, height } = toScreenBox(view, util.bounds(geometry))
    return Math.hypot(width, height) < CLICK_DISTANCE
  },
}

function tail({ x1, y1 }: ArrowGeometry): PointGeometry {
  return { x: x1, y: y1 }
}

function head({ x2, y2 }: ArrowGeometry): PointGeometry {
  return { x: x2, y: y2 }
}

function between(start: PointGeometry, end: PointGeometry): ArrowGeometry {
  return { x1: fraction(start.x), y1: fraction(start.y), x2: fraction(end.x), y2: fraction(end.y) }
}
