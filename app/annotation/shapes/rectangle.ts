import type { RectangleGeometry } from '#shared/contract/geometry'
import { fraction, percent } from '../fraction'
import { toScreen, toScreenBox } from '../projection'
import { CLICK_DISTANCE, type ShapeUtil } from './shape-util'

/** No rectangle is thinner than this share of the picture; the contract wants a size above 0. */
const LEAST = 0.000_1

/** Which sides a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
const sides = {
  nw: [-1, -1],
  ne: [1, -1],
  se: [1, 1],
  sw: [-1, 1],
  n: [0, -1],
  e: [1, 0],
  s: [0, 1],
  w: [-1, 0],
} as const
type RectangleHandle = keyof typeof sides

const names = Object.keys(sides) as RectangleHandle[]
const isHandle = (name: string): name is RectangleHandle => name in sides

/** An area; its pin stands on the upper left corner. A handle dragged past the opposite one turns it over. */
export const rectangle: ShapeUtil<RectangleGeometry, RectangleHandle> = {
  bounds: ({ x, y, width, height }) => ({ x, y, width, height }),
  anchor: ({ x, y }) => ({ x, y }),
  distance(geometry, at, view) {
    const box = toScreenBox(view, geometry)
    const spot = toScreen(view, at)
    return Math.hypot(
      Math.max(box.x - spot.x, 0, spot.x - box.x - box.width),
      Math.max(box.y - spot.y, 0, spot.y - box.y - box.height),
    )
  },
  hit: (geometry, at, view, tolerance) => rectangle.distance(geometry, at, view) <= tolerance,
  area: ({ width, height }) => width * height,
  handles: ({ x, y, width, height }) =>
    names.map(name => ({
      name,
      at: { x: x + (width * (sides[name][0] + 1)) / 2, y: y + (height * (sides[name][1] + 1)) / 2 },
    })),
  fromDrag(start, end) {
    const [x, width] = span(start.x, end.x)
    const [y, height] = span(start.y, end.y)
    return { x, y, width, height }
  },
  moveBy({ x, y, width, height }, dx, dy) {
    return { x: fraction(x + dx, 0, 1 - width), y: fraction(y + dy, 0, 1 - height), width, height }
  },
  dragHandle(geometry, handle, to) {
    if (!isHandle(handle)) return geometry
    const [x, width] = dragged(geometry.x, geometry.width, sides[handle][0], to.x)
    const [y, height] = dragged(geometry.y, geometry.height, sides[handle][1], to.y)
    return { x, y, width, height }
  },
  sizeBy({ x, y, width, height }, dx, dy) {
    // Not past its own corner: a key that shrinks should not turn it over.
    return rectangle.fromDrag(
      { x, y },
      { x: x + Math.max(width + dx, LEAST), y: y + Math.max(height + dy, LEAST) },
    )
  },
  isTooSmall(geometry, view) {
    // A thin one is meant: borders of one pixel are what reviewers point at.
    const { width, height } = toScreenBox(view, geometry)
    return width < CLICK_DISTANCE && height < CLICK_DISTANCE
  },
  describe: ({ x, y, width, height }) =>
    `Rectangle at ${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} × ${percent(height)}`,
}

/**
 * Where it begins and how long it is, between two ends in any order: at least `LEAST`, inside the picture.
 */
function span(a: number, b: number): [from: number, length: number] {
  const from = fraction(Math.min(a, b), 0, 1 - LEAST)
  return [from, fraction(fraction(Math.max(a, b)) - from, LEAST, 1 - from)]
}

/** One axis of a handle's drag. */
function dragged(from: number, length: number, side: -1 | 0 | 1, to: number): [from: number, length: number] {
  if (side === 0) return [from, length]
  return side === -1 ? span(from + length, to) : span(from, to)
}
