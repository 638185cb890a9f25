import type { Size } from '../annotation/projection'
import type { PixelBox } from './difference'

/** Pixels: the side of the square cells that are tested together. */
const CELL = 16
/** From 0 to 1: by how much of the local contrast a pixel may change. */
const MAX_CHANGE = 0.55
/**
 * From 0 to 1: by how much of the local contrast a pixel may be beyond the colors around it in the other
 * image. More if little of a cell changed: text in a slightly other color changes much of it.
 */
const [MAX_BEYOND, MAX_BEYOND_IF_LITTLE] = [0.04, 0.25]
/**
 * The sum of the changes of a cell of which little changed, where 1 is a pixel that changes by the
 * contrast.
 */
const LITTLE = 3
/** Levels of a channel, from 0 to 255: two drawings of the same edge may be rounded differently by this. */
const ROUNDING = 2

/** The value in the mask of a changed pixel that was tested: boxes may overlap. */
const TESTED = 2

type Bytes = Uint8ClampedArray | Uint8Array

interface Cell {
  /**
   * The largest part of the local contrast by which one of its changed pixels is beyond the colors around
   * it.
   */
  beyond: number
  /** The sum of the changes of its pixels, as parts of the local contrast. */
  amount: number
}

const channels = [0, 1, 2, 3] as const

/**
 * Clears the pixels of a mask that differ only because a moved block was drawn again. Its curves and
 * lines may be at another fraction of a pixel than before, so that the pixels of their edges have other
 * colors: between those that the other image has around them, and by about half of the contrast at most.
 * A cell in which one changed pixel is no such edge stays as it is. Only cells in `boxes` are tested.
 * `mask` has a byte for each pixel.
 */
export function clearRedrawnEdges(
  left: Bytes,
  right: Bytes,
  { width, height }: Size,
  mask: Uint8Array,
  boxes: readonly PixelBox[],
): void {
  const columns = Math.ceil(width / CELL)
  const cells = new Map<number, Cell>()
  for (const box of boxes) {
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        const at = y * width + x
        if (mask[at] === 0 || mask[at] === TESTED) continue
        mask[at] = TESTED
        const key = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
        let cell = cells.get(key)
        if (!cell) cells.set(key, (cell = { beyond: 0, amount: 0 }))
        if (cell.beyond <= MAX_BEYOND_IF_LITTLE) addPixel(cell, left, right, width, height, x, y)
      }
    }
  }
  const isChanged = (key: number) => {
    const cell = cells.get(key)
    return cell !== undefined && !isRedrawn(cell)
  }
  for (const [key, cell] of cells) {
    if (!isRedrawn(cell) || (isFaint(cell) && neighborsOf(key, columns).some(isChanged))) continue
    const [x, y] = [(key % columns) * CELL, Math.floor(key / columns) * CELL]
    for (let row = y; row < Math.min(height, y + CELL); row++)
      mask.fill(0, row * width + x, row * width + Math.min(width, x + CELL))
  }
}

const isRedrawn = ({ beyond, amount }: Cell) =>
  beyond <= MAX_BEYOND || (beyond <= MAX_BEYOND_IF_LITTLE && amount <= LITTLE)

/**
 * Whether a cell counts as drawn again only because little of it changed. Text next to it may go on in
 * it.
 */
const isFaint = ({ beyond }: Cell) => beyond > MAX_BEYOND

const neighborsOf = (key: number, columns: number) =>
  [-columns, 0, columns].flatMap(down => [key + down - 1, key + down, key + down + 1])

function addPixel(
  cell: Cell,
  left: Bytes,
  right: Bytes,
  width: number,
  height: number,
  x: number,
  y: number,
) {
  let most = 0
  for (const channel of channels) {
    const one = around(left, width, height, x, y, channel)
    const other = around(right, width, height, x, y, channel)
    const at = (y * width + x) * 4 + channel
    const [before, after] = [left[at] ?? 0, right[at] ?? 0]
    const change = Math.abs(after - before)
    const contrast = Math.max(1, one.most - one.least, other.most - other.least)
    const beyond = Math.max(
      ...[other.least - before, before - other.most, one.least - after, after - one.most],
      change > MAX_CHANGE * contrast ? change : 0,
    )
    most = Math.max(most, change / contrast)
    if (beyond > ROUNDING) cell.beyond = Math.max(cell.beyond, beyond / contrast)
  }
  cell.amount += most
}

function around(pixels: Bytes, width: number, height: number, x: number, y: number, channel: number) {
  let [least, most] = [255, 0]
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      const value = pixels[(row * width + column) * 4 + channel] ?? 0
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return { least, most }
}
