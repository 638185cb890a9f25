import type { Size } from '../annotation/projection'
import type { PixelBox } from './difference'
import { areEqualRows, isUniform, type ImageRows } from './image-rows'
import type { Pixels } from './moves'

/** How much better a space of one color is between two blocks than a space with borders at its sides. */
const PLAIN = 1_000

/**
 * Returns by how many rows a block that only one image has should begin further down (or up, if
 * negative): a card that was inserted before an equal border may begin at the one border or at the other.
 * The best place is in the largest space between blocks. `most`: how many rows up and down are possible.
 */
export function blockSlide(
  rows: ImageRows,
  [start, end]: readonly [number, number],
  most: { up: number; down: number },
): number {
  const spaceAround = createSpaceAround(rows)
  let best = { by: 0, space: spaceAround(start) }
  const consider = (by: number) => {
    const space = spaceAround(start + by)
    if (space > best.space) best = { by, space }
  }
  for (let by = 1; by <= most.up && areEqualRows(rows, start - by, end - by); by++) consider(-by)
  for (let by = 1; by <= most.down && areEqualRows(rows, start + by - 1, end + by - 1); by++) consider(by)
  return best.by
}

/**
 * Creates a function that returns how many equal rows are around the upper edge of a row. The function
 * remembers the equal rows that it found last, so that it compares each row once while the edge moves through
 * them.
 */
function createSpaceAround(rows: ImageRows): (row: number) => number {
  let [first, last] = [0, -1]
  return row => {
    if (!areEqual(rows, row - 1, row)) return 0
    if (row <= first || row > last) {
      ;[first, last] = [row - 1, row]
      while (areEqual(rows, first - 1, first)) first--
      while (areEqual(rows, last, last + 1)) last++
    }
    return last - first + (isUniform(rows, row) ? PLAIN : 0)
  }
}

/** Whether two rows are inside of the image and equal. */
const areEqual = (rows: ImageRows, one: number, other: number) =>
  one >= 0 && other < rows.size.height && areEqualRows(rows, one, other)

/**
 * Returns the part of a block that differs from the space above and below it; null for a block that is only
 * space.
 */
export function contentOf(rows: ImageRows, [start, end]: readonly [number, number]): PixelBox | null {
  const space = [start - 1, end].filter(row => row >= 0 && row < rows.size.height)
  const isSpace = (row: number) => space.some(each => areEqualRows(rows, each, row))
  let [top, bottom] = [start, end]
  while (top < bottom && isSpace(top)) top++
  while (top < bottom && isSpace(bottom - 1)) bottom--
  if (top === bottom) return null
  const { pixels, size, x, width } = rows
  const isSpaceIn = (column: number) =>
    space.some(row => {
      for (let y = top; y < bottom; y++)
        if (pixels[y * size.width + column] !== pixels[row * size.width + column]) return false
      return true
    })
  let [left, right] = [x, x + width]
  while (left < right && isSpaceIn(left)) left++
  while (left < right && isSpaceIn(right - 1)) right--
  return left === right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns the number of pixels of a block that have another color than the space above it, or below it. */
export function contentPixels(pixels: Pixels, size: Size, { x, y, width, height }: PixelBox): number {
  const space = (y > 0 ? y - 1 : Math.min(size.height - 1, y + height)) * size.width
  let count = 0
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++)
      if (pixels[row * size.width + column] !== pixels[space + column]) count++
  return count
}
