import type { Size } from '../../annotation/projection'
import type { PixelBox, PackedPixels } from '../pixels'
import { areEqualRows, isUniform, type ImageRows } from './image-rows'
import type { Places } from '../changes'
import { isEqualAfter, type Distance, type Images } from '../moved-pixels'
import { TILE } from '../tiles'

/**
 * The bonus, in rows, for space of a single color between two blocks: it is a better place for an edge than
 * equal rows with borders at their sides.
 */
const PLAIN = 1_000
/** The maximum width of the border of a card in pixels, on a display with three pixels per CSS pixel. */
const LINE = 6
/** The minimum number of pixel columns of an element that has background above and below it. */
const MIN_COLUMNS = 4
/**
 * The minimum area of a moved block in pixels: three tiles, because moved blocks are found by their tiles.
 */
const MIN_PIXELS = 3 * TILE ** 2

/**
 * Returns the number of rows by which the place of an inserted or removed block should be moved down (or up,
 * if negative). The place can be ambiguous: if a card is inserted between equal borders, the card may begin
 * at either border. The best place is in the largest space between blocks. `most` is the maximum number of
 * rows up and down.
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
 * Creates a function that returns the number of successive equal rows around the upper edge of a row. The
 * function caches the equal rows that it found last, so that each row is compared only once if the edge moves
 * row by row.
 */
export function createSpaceAround(rows: ImageRows): (row: number) => number {
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

/** Returns whether two rows are inside the image and equal. */
const areEqual = (rows: ImageRows, one: number, other: number) =>
  one >= 0 && other < rows.size.height && areEqualRows(rows, one, other)

/**
 * Returns the part of a block that differs from the space above and below it; null if the whole block is
 * space.
 */
export function contentOf(rows: ImageRows, [start, end]: readonly [number, number]): PixelBox | null {
  /**
   * Returns whether a row has only one color, and the pixel to its left or right has the same color. Such a
   * row is space, for example below a card that is narrower than the page.
   */
  const isBeside = (row: number) => {
    const at = row * rows.size.width
    const color = rows.pixels[at + rows.x]
    const isSame = (column: number) =>
      column >= 0 && column < rows.size.width && rows.pixels[at + column] === color
    return (isSame(rows.x - 1) || isSame(rows.x + rows.width)) && isUniform(rows, row)
  }
  const around = [start - 1, end].filter(row => row >= 0 && row < rows.size.height)
  const space = [...around, ...[start, end - 1].filter(isBeside)]
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

/**
 * Returns whether a block contains a whole element, such as text or a card, with the same background above
 * and below it. The lower end of a card is not a whole element, because the background inside the card
 * differs from the background below it.
 */
export function hasElement({ pixels, size }: ImageRows, { x, y, width, height }: PixelBox): boolean {
  const [top, bottom] = [Math.max(0, y - 1), Math.min(size.height - 1, y + height)]
  let found = 0
  for (let column = x; column < x + width && found < MIN_COLUMNS; column++) {
    const colors: number[] = []
    for (let row = top; row <= bottom; row++) {
      const color = pixels[row * size.width + column] ?? 0
      if (color === colors.at(-1)) continue
      if (colors.includes(color)) {
        found++
        break
      }
      colors.push(color)
    }
  }
  return found >= MIN_COLUMNS
}

/**
 * Returns the number of pixels of a block whose color differs from the pixel above the block in the same
 * column, or below the block if the block is at the top of the image.
 */
export function contentPixels(pixels: PackedPixels, size: Size, { x, y, width, height }: PixelBox): number {
  const space = (y > 0 ? y - 1 : Math.min(size.height - 1, y + height)) * size.width
  let count = 0
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++)
      if (pixels[row * size.width + column] !== pixels[space + column]) count++
  return count
}

const sides = ['top', 'bottom', 'left', 'right'] as const
type Side = (typeof sides)[number]

/**
 * Calls a function for each pixel along the outside of a side of a box, with the index of this pixel and of
 * the adjacent pixel inside the box.
 */
function eachAlong(
  { width: across, height: down }: Size,
  { x, y, width, height }: PixelBox,
  side: Side,
  call: (outside: number, inside: number) => void,
): void {
  const isLevel = side === 'top' || side === 'bottom'
  const line = { top: y, bottom: y + height - 1, left: x, right: x + width - 1 }[side]
  const outside = side === 'top' || side === 'left' ? line - 1 : line + 1
  if (outside < 0 || outside >= (isLevel ? down : across)) return
  if (isLevel) for (let at = x; at < x + width; at++) call(outside * across + at, line * across + at)
  else for (let at = y; at < y + height; at++) call(at * across + outside, at * across + line)
}

/** Returns the most frequent color of the pixels next to a box. */
export function surroundingColor(pixels: PackedPixels, size: Size, box: PixelBox): number {
  const counts = new Map<number, number>()
  let [color, most] = [0, 0]
  for (const side of sides) {
    eachAlong(size, box, side, outside => {
      const each = pixels[outside] ?? 0
      const count = (counts.get(each) ?? 0) + 1
      counts.set(each, count)
      if (count > most) [color, most] = [each, count]
    })
  }
  return color
}

/**
 * Returns a moved block that is adjusted so that background surrounds it in both images; null if there is no
 * such block. For example, the edge of a button that became wider is only a part of a larger element, and
 * does not count as a moved block. If the block moved up or down, thin lines may cross its upper and lower
 * edge, as the borders of a card do around its content.
 */
export function boundedBlock(images: Images, { from, to }: Places): Places | null {
  const { left, size } = images
  const distance = { dx: to.x - from.x, dy: to.y - from.y }
  let box = withoutSpace(left, size, from)
  while (box.width * box.height >= MIN_PIXELS) {
    const [cut] = cutSides(images, box, distance)
    if (!cut) return { from: box, to: { ...box, x: box.x + distance.dx, y: box.y + distance.dy } }
    box = grown(images, box, distance, cut) ?? withoutSpace(left, size, resized(box, cut, -1))
  }
  return null
}

/**
 * Returns the sides of a block at which content continues outside of the block, in at least one of the
 * images.
 */
function cutSides({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): Side[] {
  const there = { ...box, x: box.x + dx, y: box.y + dy }
  const colors = [surroundingColor(left, size, box), surroundingColor(right, size, there)] as const
  return sides.filter(
    side =>
      isCut(left, size, box, side, colors[0], dx === 0) ||
      isCut(right, size, there, side, colors[1], dx === 0),
  )
}

/**
 * Extends a block at one side until its content ends there. Returns null if the images are not equal in the
 * added rows or columns.
 */
function grown(images: Images, from: PixelBox, distance: Distance, side: Side): PixelBox | null {
  for (let box = from; ;) {
    box = resized(box, side, 1)
    if (!isEqualAfter(images, lineOf(box, side), distance)) return null
    if (!cutSides(images, box, distance).includes(side)) return box
  }
}

/** Returns the outermost row or column of a box at a side. */
const lineOf = ({ x, y, width, height }: PixelBox, side: Side): PixelBox =>
  side === 'top' || side === 'bottom'
    ? { x, width, y: side === 'top' ? y : y + height - 1, height: 1 }
    : { y, height, x: side === 'left' ? x : x + width - 1, width: 1 }

/** Moves a side of a box outward by a number of pixels, or inward if the number is negative. */
const resized = ({ x, y, width, height }: PixelBox, side: Side, by: number): PixelBox => ({
  x: side === 'left' ? x - by : x,
  y: side === 'top' ? y - by : y,
  width: side === 'left' || side === 'right' ? width + by : width,
  height: side === 'top' || side === 'bottom' ? height + by : height,
})

/**
 * Returns whether content crosses a side of a box. If the block moves vertically, thin vertical lines that
 * cross its upper or lower side are ignored.
 */
function isCut(
  pixels: PackedPixels,
  size: Size,
  box: PixelBox,
  side: Side,
  background: number,
  isVertical: boolean,
): boolean {
  const canBeLine = isVertical && (side === 'top' || side === 'bottom')
  let [isFound, last, run] = [false, -2, 0]
  eachAlong(size, box, side, (outside, inside) => {
    if (pixels[outside] === background || pixels[inside] === background) return
    run = outside === last + 1 ? run + 1 : 1
    last = outside
    if (!canBeLine || pixels[outside] !== pixels[inside] || run > LINE) isFound = true
  })
  return isFound
}

/** Removes the rows and columns at the edges of a box that only have the color around the box. */
function withoutSpace(pixels: PackedPixels, size: Size, box: PixelBox): PixelBox {
  const color = surroundingColor(pixels, size, box)
  const isPlain = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        if (pixels[row * size.width + column] !== color) return false
    return true
  }
  let { x, y, width, height } = box
  while (height > 1 && isPlain(x, y, width, 1)) [y, height] = [y + 1, height - 1]
  while (height > 1 && isPlain(x, y + height - 1, width, 1)) height--
  while (width > 1 && isPlain(x, y, 1, height)) [x, width] = [x + 1, width - 1]
  while (width > 1 && isPlain(x + width - 1, y, 1, height)) width--
  return { x, y, width, height }
}
