import type { Size } from '../annotation/projection'
import type { Pixels } from './moves'

/** A row with fewer colors than this may be background, also with the borders of a card on it. */
const MIN_COLORS = 3

/** The rows of an image, between two columns. */
export interface ImageRows {
  pixels: Pixels
  size: Size
  x: number
  width: number
}

/** Returns a number for each row from `start` to `end`, which is equal for equal rows. */
export function hashRows(
  { pixels, size, x, width }: ImageRows,
  [start, end]: readonly [number, number],
): Float64Array {
  const hashes = new Float64Array(end - start)
  for (let row = start; row < end; row++) {
    let [one, other] = [0x811c9dc5, 0x9dc5811c]
    const first = row * size.width + x
    for (let at = first; at < first + width; at++) {
      const pixel = pixels[at] ?? 0
      one = Math.imul(one ^ pixel, 0x01000193)
      other = (Math.imul(other, 0x85ebca6b) + pixel) | 0
    }
    // 53 bits, as many as a number has: with 32 bits, rows of a tall page would often have the same number.
    hashes[row - start] = (one >>> 0) * 0x200000 + (other >>> 11)
  }
  return hashes
}

/** Whether a row has several colors, as a row of text or of a picture does. */
export function isTextured({ pixels, size, x, width }: ImageRows, row: number): boolean {
  const first = row * size.width + x
  const colors: number[] = []
  for (let at = first; at < first + width; at++) {
    const color = pixels[at] ?? 0
    if (color === colors[0] || color === colors[1]) continue
    colors.push(color)
    if (colors.length >= MIN_COLORS) return true
  }
  return false
}

/** Whether two rows of an image are equal. */
export function areEqualRows({ pixels, size, x, width }: ImageRows, one: number, other: number): boolean {
  const [from, to] = [one * size.width + x, other * size.width + x]
  for (let at = 0; at < width; at++) if (pixels[from + at] !== pixels[to + at]) return false
  return true
}

/** Whether all pixels of a row have the same color. */
export function isUniform({ pixels, size, x, width }: ImageRows, row: number): boolean {
  const first = row * size.width + x
  for (let at = first + 1; at < first + width; at++) if (pixels[at] !== pixels[first]) return false
  return true
}
