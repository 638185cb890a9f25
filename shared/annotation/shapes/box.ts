import { clamp, fraction } from '../fraction'
import { imageDistance, toScreen, toScreenBox, type Box, type View } from '../projection'
import { CLICK_DISTANCE, type Drag, type Handle, type HandleName } from './definition'
import type { PointGeometry } from './point/geometry'

/** Functions for shapes that use their bounding box for handles, dragging, resizing and hit testing. */

/** The minimum size of a box, as a fraction of the image: the contract requires sizes above 0. */
const MIN_SIZE = 0.000_1

/**
 * The sides of the box that each handle moves. The first number is -1 for the left and 1 for the right side,
 * the second number is -1 for the top and 1 for the bottom. 0 means that no side moves.
 */
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
export type BoxHandle = keyof typeof sides

const names = Object.keys(sides) as BoxHandle[]

/** Returns whether a handle is a handle of a box, which means a corner or the middle of a side. */
export const isBoxHandle = (name: HandleName): name is BoxHandle => name in sides

/** Returns the handles of a box. The corners come first. */
export const boxHandles = ({ x, y, width, height }: Box): Handle<BoxHandle>[] =>
  names.map(name => ({
    name,
    at: { x: x + (width * (sides[name][0] + 1)) / 2, y: y + (height * (sides[name][1] + 1)) / 2 },
  }))

/** Returns the distance of a spot from a box in CSS pixels; 0 inside. */
export function boxDistance(box: Box, at: PointGeometry, view: View): number {
  const { x, y, width, height } = toScreenBox(view, box)
  const spot = toScreen(view, at)
  return Math.hypot(Math.max(x - spot.x, 0, spot.x - x - width), Math.max(y - spot.y, 0, spot.y - y - height))
}

/**
 * Returns the distance from a spot inside a box to its nearest side in CSS pixels; 0 if the spot is outside.
 */
export function boxDepth(box: Box, at: PointGeometry, view: View): number {
  const { x, y, width, height } = toScreenBox(view, box)
  const spot = toScreen(view, at)
  return Math.max(0, Math.min(spot.x - x, x + width - spot.x, spot.y - y, y + height - spot.y))
}

/**
 * Returns the box between two opposite corners, which may be given in any order. The box is inside the image,
 * and its size is above 0.
 */
export function boxBetween(start: PointGeometry, end: PointGeometry): Box {
  const [x, width] = span(start.x, end.x)
  const [y, height] = span(start.y, end.y)
  return { x, y, width, height }
}

/**
 * Returns the box that a drag draws, limited to the image. `equal` makes its sides equal in pixels. With
 * `centered`, the start of the drag is the center of the box.
 */
export function drawBox({ path, view, equal = false, centered = false }: Drag): Box {
  const start = { x: clamp(path[0].x, 0, 1), y: clamp(path[0].y, 0, 1) }
  const end = path.at(-1) ?? start
  const x = extent(start.x, end.x, centered)
  const y = extent(start.y, end.y, centered)
  if (equal) {
    const pixel = imageDistance(view, 1)
    const side = Math.max(x.length / pixel.x, y.length / pixel.y)
    const largest = Math.min(side, x.available / pixel.x, y.available / pixel.y)
    x.length = largest * pixel.x
    y.length = largest * pixel.y
  }
  const far = { x: start.x + x.direction * x.length, y: start.y + y.direction * y.length }
  return boxBetween(centered ? { x: start.x - x.length, y: start.y - y.length } : start, far)
}

/**
 * Returns the length and direction of a drag along one axis, and the maximum length that is inside the image.
 */
function extent(start: number, end: number, centered: boolean) {
  const direction = centered || end >= start ? 1 : -1
  const available = centered ? Math.min(start, 1 - start) : direction === 1 ? 1 - start : start
  return { direction, available, length: Math.min(Math.abs(end - start), available) }
}

/** Returns a box moved by a distance, but not beyond the edges of the image. Its size does not change. */
export function moveBox({ x, y, width, height }: Box, dx: number, dy: number): Box {
  return { x: fraction(x + dx, 0, 1 - width), y: fraction(y + dy, 0, 1 - height), width, height }
}

/**
 * Returns a box after one of its handles was dragged to a spot. If the handle passes the opposite side, the
 * box is mirrored.
 */
export function dragBoxHandle(box: Box, handle: BoxHandle, to: PointGeometry): Box {
  const [x, width] = dragSide(box.x, box.width, sides[handle][0], to.x)
  const [y, height] = dragSide(box.y, box.height, sides[handle][1], to.y)
  return { x, y, width, height }
}

/**
 * Returns a box after its lower right corner moved. If the corner would pass the upper left one, the box gets
 * the minimum size instead of being mirrored, because a person who resizes the box with the keyboard may want
 * to make it very small.
 */
export function sizeBox({ x, y, width, height }: Box, dx: number, dy: number): Box {
  return boxBetween(
    { x, y },
    { x: x + Math.max(width + dx, MIN_SIZE), y: y + Math.max(height + dy, MIN_SIZE) },
  )
}

/**
 * Returns whether both sides of a box are shorter than `CLICK_DISTANCE`. A box with only one short side is
 * not too small, because reviewers mark borders of one pixel.
 */
export function isBoxTooSmall(box: Box, view: View): boolean {
  const { width, height } = toScreenBox(view, box)
  return width < CLICK_DISTANCE && height < CLICK_DISTANCE
}

/**
 * Returns the start and the length of the range between two ends, which may be given in any order. The length
 * is at least `MIN_SIZE`, and both ends are inside the image.
 */
function span(a: number, b: number): [from: number, length: number] {
  const from = fraction(Math.min(a, b), 0, 1 - MIN_SIZE)
  return [from, fraction(fraction(Math.max(a, b)) - from, MIN_SIZE, 1 - from)]
}

/** Returns the start and length of a box along one axis after a handle was dragged. */
function dragSide(
  from: number,
  length: number,
  side: -1 | 0 | 1,
  to: number,
): [from: number, length: number] {
  if (side === 0) return [from, length]
  return side === -1 ? span(from + length, to) : span(from, to)
}
