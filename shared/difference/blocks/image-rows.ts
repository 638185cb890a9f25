import type { Size } from '../../annotation/projection'
import type { PackedPixels } from '../pixels'

/**
 * The minimum number of colors of a row with content. A row with fewer colors may be background, with or
 * without the borders of a card.
 */
const MIN_COLORS = 3

/** The part of an image between two columns of pixels, which is compared row by row. */
export interface ImageRows {
  pixels: PackedPixels
  size: Size
  x: number
  width: number
}

/** Returns a hash for each row from `start` to `end`. Equal rows have equal hashes. */
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
    // The hash has 53 bits, the maximum of an exact integer. With 32 bits, different rows of a tall page
    // would too often have the same hash.
    hashes[row - start] = (one >>> 0) * 0x200000 + (other >>> 11)
  }
  return hashes
}

/** Returns whether a row has at least {@link MIN_COLORS} colors, as a row of text or of a picture has. */
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

/** Returns whether two rows of an image are equal. */
export const areEqualRows = (rows: ImageRows, one: number, other: number): boolean =>
  areSameRows(rows, one, rows, other)

/** Returns whether a row of one image is equal to a row of another image of the same size. */
export function areSameRows(left: ImageRows, one: number, right: ImageRows, other: number): boolean {
  const [from, to] = [one * left.size.width + left.x, other * right.size.width + right.x]
  for (let at = 0; at < left.width; at++) if (left.pixels[from + at] !== right.pixels[to + at]) return false
  return true
}

/** Returns whether all pixels of a row have the same color. */
export function isUniform({ pixels, size, x, width }: ImageRows, row: number): boolean {
  const first = row * size.width + x
  for (let at = first + 1; at < first + width; at++) if (pixels[at] !== pixels[first]) return false
  return true
}
