import type { Size } from '../annotation/projection'
import type { PackedPixels, PixelBox } from './pixels'

/**
 * The minimum share, from 0 to 1, of the pixels of a moved block that must be equal at its old and new place.
 */
const EQUAL_SHARE = 0.98

/** The distance in pixels by which a box moved to the right and down. */
export interface Distance {
  dx: number
  dy: number
}

/** Two images of the same size. */
export interface Images {
  left: PackedPixels
  right: PackedPixels
  size: Size
}

/** Calls a function for each pixel of a box, with its index in the image and its coordinates. */
export function eachPixel(
  { x: left, y: top, width, height }: PixelBox,
  size: Size,
  call: (at: number, x: number, y: number) => void,
): void {
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) call(y * size.width + x, x, y)
}

/**
 * Calls a function for each pixel of a moved block at its new place, with its index, the index of the same
 * pixel at the old place, and its coordinates.
 */
export function eachMovedPixel(
  { from, to }: { from: PixelBox; to: PixelBox },
  size: Size,
  call: (at: number, origin: number, x: number, y: number) => void,
): void {
  const back = (from.y - to.y) * size.width + from.x - to.x
  eachPixel(to, size, (at, x, y) => call(at, at + back, x, y))
}

/** Returns whether a pixel is in a box. */
export const isIn = (box: PixelBox, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height

/** Returns whether a box is inside both images and its pixels are equal after a move. */
export function isEqualAfter({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): boolean {
  const { x, y, width, height } = box
  if (x < 0 || y < 0 || x + width > size.width || y + height > size.height) return false
  if (x + dx < 0 || y + dy < 0 || x + dx + width > size.width || y + dy + height > size.height) return false
  for (let row = y; row < y + height; row++) {
    const from = row * size.width
    const to = (row + dy) * size.width + dx
    for (let column = x; column < x + width; column++)
      if (left[from + column] !== right[to + column]) return false
  }
  return true
}

/**
 * Returns the number of pixels of a box that are equal after a move. The old and the new place must be inside
 * the images.
 */
export function equalPixels({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): number {
  let equal = 0
  for (let row = box.y; row < box.y + box.height; row++) {
    const to = (row + dy) * size.width + dx
    for (let column = box.x; column < box.x + box.width; column++)
      if (left[row * size.width + column] === right[to + column]) equal++
  }
  return equal
}

/** Returns whether at least {@link EQUAL_SHARE} of the pixels of a box are equal after a move. */
export const isAlmostEqualAfter = (images: Images, box: PixelBox, distance: Distance): boolean =>
  equalPixels(images, box, distance) / (box.width * box.height) >= EQUAL_SHARE
