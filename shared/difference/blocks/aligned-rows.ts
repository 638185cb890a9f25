import type { PixelBox, PackedPixels } from '../pixels'
import { isEqualAfter, type Images } from '../moved-pixels'
import { keyOf } from '../tiles'
import { ROUNDING } from './row-bands'

/** The side of the square parts for which other distances are tried, in pixels. */
const PART = 8

/** A part of the second image, with the distance by which its content moved up or down. */
export interface Shift extends PixelBox {
  /**
   * The number of pixels by which the content moved down from the first image to the second; null if the
   * first image does not have it.
   */
  dy: number | null
  /** Other distances by which small parts of the content may have moved. */
  others: readonly number[]
}

/**
 * Returns rows of the first image with its blocks moved to their places in the second image, so that the rows
 * can be compared pixel by pixel. Blocks that the first image does not have are copied from the second image.
 */
export function alignedRows(
  { left, right, size }: Images,
  shifts: readonly Shift[],
  y: number,
  rows: number,
): PackedPixels {
  const all = left.slice(y * size.width, (y + rows) * size.width)
  eachShiftedRow(size.width, shifts, y, rows, ({ dy, width }, at, from) => {
    const source = dy === null ? right : left
    if (from < 0 || from >= source.length) all.fill(0, at, at + width)
    else all.set(source.subarray(from, from + width), at)
  })
  return all
}

/**
 * Returns for each pixel of rows of the second image the index of the pixel of the first image that it is
 * compared with; -1 if the first image does not have it.
 */
export function sourceRows(
  size: Images['size'],
  shifts: readonly Shift[],
  y: number,
  rows: number,
): Int32Array {
  const all = new Int32Array(rows * size.width)
  for (let at = 0; at < all.length; at++) all[at] = y * size.width + at
  eachShiftedRow(size.width, shifts, y, rows, ({ dy, width }, at, from) => {
    const isLacking = dy === null || from < 0 || from >= size.width * size.height
    for (let column = 0; column < width; column++) all[at + column] = isLacking ? -1 : from + column
  })
  return all
}

/**
 * Calls a function for each row of a shift that is among the `rows` rows from `y` on. `at` is the index of
 * the first pixel of the row, counted from row `y`. `from` is the index of the same pixel in the first image,
 * which may be outside of the image.
 */
function eachShiftedRow(
  across: number,
  shifts: readonly Shift[],
  y: number,
  rows: number,
  call: (shift: Shift, at: number, from: number) => void,
): void {
  for (const shift of shifts)
    for (let row = Math.max(y, shift.y); row < Math.min(y + rows, shift.y + shift.height); row++)
      call(shift, (row - y) * across + shift.x, (row - (shift.dy ?? 0)) * across + shift.x)
}

/**
 * Returns the parts of shifts that are equal in both images at another one of their distances. Browsers round
 * the position of each element, so a line of a moved block may have moved by one pixel more than the block. A
 * part without content would be equal at many distances, so it gets the distance of the content next to it.
 */
export function unevenShifts(images: Images, shifts: readonly Shift[]): Shift[] {
  return shifts.flatMap(shift => {
    const differing = partsOf(shift).filter(part => !isEqualAt(images, part, shift.dy ?? 0))
    const found = new Map<number, Shift>()
    const blank: PixelBox[] = []
    for (const part of differing) {
      const dy = bestOf(images, part, shift)
      if (dy === shift.dy) continue
      // A shift with only a few rows is space that rounding added. It has no content.
      if (shift.height > ROUNDING && isBlank(images, part)) blank.push(part)
      else found.set(keyOf(part), { ...part, dy, others: [] })
    }
    const around = ({ x, y }: PixelBox) =>
      [-PART, 0, PART].flatMap(down =>
        [-PART, 0, PART].flatMap(across => found.get(keyOf({ x: x + across, y: y + down })) ?? []),
      )
    const next = blank.flatMap(part => {
      const near = around(part).find(({ dy }) => isEqualAt(images, part, dy ?? 0))
      return near ? { ...part, dy: near.dy, others: [] } : []
    })
    return [...found.values(), ...next]
  })
}

/**
 * Returns the distance at which a part is equal in both images. If there is none, returns a distance at which
 * the part differs less than half as much as at the distance of its shift, else the distance of its shift.
 */
function bestOf(images: Images, part: PixelBox, { dy, others }: Shift): number | null {
  let best = { dy, most: unlikenessAt(images, part, dy ?? 0) / 2 }
  for (const other of others) {
    const most = unlikenessAt(images, part, other)
    if (most < best.most) best = { dy: other, most }
  }
  return best.dy
}

/**
 * Returns how much a part of the second image differs from the first image at a distance: the sum of the
 * differences of all channels of its pixels.
 */
function unlikenessAt({ left, right, size }: Images, { x, y, width, height }: PixelBox, dy: number): number {
  if (y < dy) return Infinity
  let sum = 0
  for (let row = y; row < y + height; row++) {
    const at = row * size.width + x
    const from = at - dy * size.width
    for (let column = 0; column < width; column++) {
      const [one, other] = [left[from + column] ?? 0, right[at + column] ?? 0]
      if (one === other) continue
      for (let bits = 0; bits < 32; bits += 8)
        sum += Math.abs(((one >>> bits) & 255) - ((other >>> bits) & 255))
    }
  }
  return sum
}

function partsOf({ x: left, y: top, width, height, others }: Shift): PixelBox[] {
  const parts: PixelBox[] = []
  if (others.length === 0) return parts
  for (let y = top; y < top + height; y += PART)
    for (let x = left; x < left + width; x += PART)
      parts.push({ x, y, width: Math.min(PART, left + width - x), height: Math.min(PART, top + height - y) })
  return parts
}

function isBlank({ right, size }: Images, { x, y, width, height }: PixelBox): boolean {
  const color = right[y * size.width + x]
  for (let row = y; row < y + height; row++)
    for (let at = row * size.width + x; at < row * size.width + x + width; at++)
      if (right[at] !== color) return false
  return true
}

/** Returns whether a part of the second image is equal to the first image `dy` pixels above. */
const isEqualAt = (images: Images, part: PixelBox, dy: number): boolean =>
  isEqualAfter(images, { ...part, y: part.y - dy }, { dx: 0, dy })
