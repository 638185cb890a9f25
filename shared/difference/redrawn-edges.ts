import type { Size } from '../annotation/projection'
import type { PixelBox } from './pixels'
import { COLOR_ROUNDING, MAX_REDRAWN_CHANGE } from './text-noise'

/** The side of the square cells that are tested together, in pixels. */
const CELL = 16
/**
 * How far a pixel on a redrawn edge may be outside the range of colors around it in the other image, as a
 * share (0 to 1) of the local contrast. The second value is for cells with few changes. It is larger, because
 * text whose color changed slightly would change many pixels of a cell.
 */
const [MAX_BEYOND, MAX_BEYOND_IF_LITTLE] = [0.04, 0.25]
/**
 * The maximum sum of changes in a cell with few changes. A pixel that changes by the full local contrast
 * counts as 1.
 */
const LITTLE = 3

/**
 * The value in the mask of a changed pixel that was already tested. It is needed because boxes may overlap.
 */
const TESTED = 2

type Bytes = Uint8ClampedArray | Uint8Array

interface Cell {
  /**
   * The largest distance of a changed pixel of the cell from the range of colors around it in the other
   * image, as a share of the local contrast.
   */
  beyond: number
  /** The sum of the changes of the pixels in the cell, as shares of the local contrast. */
  amount: number
}

const channels = [0, 1, 2, 3] as const

/**
 * Clears the pixels of a mask that differ only because a moved block was rendered at another subpixel
 * position. The pixels on its curves and lines then have other colors. Such a color is between the colors
 * around the pixel in the other image, and differs by at most about half of the local contrast. If one
 * changed pixel of a cell is not on such an edge, the whole cell is left unchanged. Tests only cells in
 * `boxes`. `mask` has one byte for each pixel.
 */
export function clearRedrawnEdges(
  left: Bytes,
  right: Bytes,
  size: Size,
  mask: Uint8Array,
  boxes: readonly PixelBox[],
): void {
  const images = { left, right, size }
  const { width, height } = size
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
        if (cell.beyond <= MAX_BEYOND_IF_LITTLE) addPixel(cell, images, x, y)
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
 * Returns whether a cell counts as redrawn only because it has few changes. Changed text in a neighboring
 * cell may extend into it.
 */
const isFaint = ({ beyond }: Cell) => beyond > MAX_BEYOND

const neighborsOf = (key: number, columns: number) =>
  [-columns, 0, columns].flatMap(down => [key + down - 1, key + down, key + down + 1])

function addPixel(
  cell: Cell,
  { left, right, size }: { left: Bytes; right: Bytes; size: Size },
  x: number,
  y: number,
) {
  let most = 0
  for (const channel of channels) {
    const one = around(left, size, x, y, channel)
    const other = around(right, size, x, y, channel)
    const at = (y * size.width + x) * 4 + channel
    const [before, after] = [left[at] ?? 0, right[at] ?? 0]
    const change = Math.abs(after - before)
    const contrast = Math.max(1, one.most - one.least, other.most - other.least)
    const beyond = Math.max(
      ...[other.least - before, before - other.most, one.least - after, after - one.most],
      change > MAX_REDRAWN_CHANGE * contrast ? change : 0,
    )
    most = Math.max(most, change / contrast)
    if (beyond > COLOR_ROUNDING) cell.beyond = Math.max(cell.beyond, beyond / contrast)
  }
  cell.amount += most
}

function around(pixels: Bytes, { width, height }: Size, x: number, y: number, channel: number) {
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
