import { limits } from '../../../contract/kit/limits'
import { clamp, fraction } from '../../fraction'
import { toScreen, toScreenBox, type Box } from '../../projection'
import { boxHandles, dragBoxHandle, isBoxHandle, sizeBox, type BoxHandle } from '../box'
import { segmentDistance } from '../segment'
import { CLICK_DISTANCE, type ShapeUtil } from '../definition'
import type { PointGeometry } from '../point/geometry'
import type { FreehandGeometry } from './geometry'
import { simplify } from './simplify'

/** The maximum distance between the drawn and the simplified line, in CSS pixels. */
const TOLERANCE = 0.75
/**
 * The number of points of the wavy line that is added when a person adds a freehand line with the keyboard.
 */
const WAVE_POINTS = 25

/** A freehand line. Its pin is at its start. It is resized by its bounding box. */
export const util: ShapeUtil<FreehandGeometry, BoxHandle> = {
  accepts: geometry => 'points' in geometry,
  hasExtent: true,
  bounds,
  anchor: ({ points: [[x, y] = [0, 0]] }) => ({ x, y }),
  distance({ points }, at, view) {
    const spot = toScreen(view, at)
    const line = points.map(([x, y]) => toScreen(view, { x, y }))
    return Math.min(...line.slice(1).map((end, index) => segmentDistance(spot, line[index] ?? end, end)))
  },
  depth: () => 0,
  area: () => 0,
  handles: geometry => boxHandles(bounds(geometry)),
  draw({ path, view }) {
    const line = path.length > 1 ? path : [path[0], path[0]]
    const indices = simplify(
      line.map(spot => toScreen(view, spot)),
      TOLERANCE,
      limits.freehandPointsMax,
    )
    return through(indices.map(index => line[index] ?? path[0]))
  },
  place: ({ x, y, width, height }) =>
    through(
      Array.from({ length: WAVE_POINTS }, (_, index) => {
        const share = index / (WAVE_POINTS - 1)
        return { x: x + share * width, y: y + (height * (1 + Math.sin(share * 4 * Math.PI))) / 2 }
      }),
    ),
  moveBy(geometry, dx, dy) {
    const { x, y, width, height } = bounds(geometry)
    const byX = clamp(dx, -x, 1 - width - x)
    const byY = clamp(dy, -y, 1 - height - y)
    return through(geometry.points.map(([px, py]) => ({ x: px + byX, y: py + byY })))
  },
  stretch: ({ points }, factor) => ({ points: points.map(([x, y]) => [x, y * factor]) }),
  dragHandle(geometry, handle, to) {
    if (!isBoxHandle(handle)) return geometry
    const before = bounds(geometry)
    const grabbed = boxHandles(before).find(({ name }) => name === handle)?.at ?? to
    const after = dragBoxHandle(before, handle, to)
    return fit(geometry, before, after, {
      x: isPastMiddle(grabbed.x, before.x, before.width, after.x, after.width),
      y: isPastMiddle(grabbed.y, before.y, before.height, after.y, after.height),
    })
  },
  sizeBy(geometry, dx, dy) {
    const before = bounds(geometry)
    return fit(geometry, before, sizeBox(before, dx, dy))
  },
  isTooSmall(geometry, view) {
    const { width, height } = toScreenBox(view, bounds(geometry))
    return Math.hypot(width, height) < CLICK_DISTANCE
  },
}

function bounds({ points }: FreehandGeometry): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/**
 * Creates a line through spots. Its numbers have six decimals, and all of its points are inside the image.
 */
const through = (spots: readonly PointGeometry[]): FreehandGeometry => ({
  points: spots.map(({ x, y }) => [fraction(x), fraction(y)]),
})

/**
 * Scales a line from one box to another, and mirrors it along the axes in `mirrored`. If the first box has no
 * length along an axis, nothing changes along this axis.
 */
function fit(
  { points }: FreehandGeometry,
  before: Box,
  after: Box,
  mirrored: { x: boolean; y: boolean } = { x: false, y: false },
): FreehandGeometry {
  const scale = (at: number, from: number, length: number, to: number, toLength: number, turned: boolean) => {
    if (length === 0) return at
    const share = (at - from) / length
    return to + (turned ? 1 - share : share) * toLength
  }
  return through(
    points.map(([x, y]) => ({
      x: scale(x, before.x, before.width, after.x, after.width, mirrored.x),
      y: scale(y, before.y, before.height, after.y, after.height, mirrored.y),
    })),
  )
}

/** Returns whether a dragged side has passed the opposite side. The box is then mirrored. */
function isPastMiddle(grabbed: number, from: number, length: number, to: number, toLength: number): boolean {
  const opposite = grabbed === from ? from + length : from
  if (to === from && toLength === length) return false
  return grabbed === from ? to + toLength / 2 > opposite : to + toLength / 2 < opposite
}
