import type { Rgba } from './pixels'

/**
 * The side of the square cells that are tested together, in pixels. Bands of rows must begin at a multiple of
 * this number.
 */
export const NOISE_CELL = 16

/**
 * The maximum change of a pixel on an edge that was drawn again, as a share (0 to 1) of the local contrast.
 * It was measured with text of 12 and 16 pixels in Chromium: a shift by a quarter of a pixel changes thin
 * strokes by up to 0.5, and another letter changes some pixels by 0.7 or more.
 */
export const MAX_REDRAWN_CHANGE = 0.55
/**
 * The difference in one channel (0 to 255) that is ignored, because the same edge may be rounded differently
 * each time it is drawn.
 */
export const COLOR_ROUNDING = 2
/** The minimum contrast (0 to 255) of an area with edges. */
const MIN_CONTRAST = 24
/**
 * The maximum share, from 0 to 1, of the sum of all changes by which an area may become lighter or darker on
 * the whole.
 */
const MAX_DRIFT = 0.35

/** The sums of the changes in a cell. Sums by channel are in the order red, green, blue, alpha. */
interface Cell {
  /** The sum of the changes by channel; lighter and darker pixels cancel each other. */
  drift: [number, number, number, number]
  /** The sum of the absolute changes by channel. */
  amount: [number, number, number, number]
  /** The largest change of a pixel in one channel. */
  most: number
  /** Whether all changed pixels of the cell may be on the edges of text that was rendered again. */
  isEdge: boolean
}

const channels = [0, 1, 2, 3] as const

/**
 * Clears the pixels of a mask that differ only because text was rendered again: browsers place glyphs in
 * steps of a quarter of a pixel, and may choose another step in each run. Such a pixel is on an edge, and
 * changes by at most about half of the contrast around it. The area around it becomes neither lighter nor
 * darker on the whole, because the glyph only moved. Changes of the color, the letters or the background are
 * not cleared.
 *
 * `left`, `right` and `mask` are RGBA images of the same size. A pixel of the mask is changed if it is not
 * transparent.
 */
export function clearTextNoise(left: Rgba, right: Rgba, mask: Rgba, width: number): void {
  const rows = mask.length / (width * 4)
  const columns = Math.ceil(width / NOISE_CELL)
  const cells = new Map<number, Cell>()
  for (let y = 0, at = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (mask[at + 3] === 0) continue
      const key = Math.floor(y / NOISE_CELL) * columns + Math.floor(x / NOISE_CELL)
      let cell = cells.get(key)
      if (!cell) cells.set(key, (cell = { drift: [0, 0, 0, 0], amount: [0, 0, 0, 0], most: 0, isEdge: true }))
      if (!cell.isEdge) continue
      for (const channel of channels) {
        const change = (right[at + channel] ?? 0) - (left[at + channel] ?? 0)
        cell.drift[channel] += change
        cell.amount[channel] += Math.abs(change)
        cell.most = Math.max(cell.most, Math.abs(change))
      }
      cell.isEdge = isEdge(left, right, width, rows, x, y)
    }
  }
  for (const [key, cell] of cells)
    if (cell.isEdge && (cell.most <= COLOR_ROUNDING || isBalanced(cells, columns, key)))
      clearCell(mask, width, rows, columns, key)
}

/** Returns whether the change of a pixel can be explained by an edge that moved less than a pixel. */
function isEdge(left: Rgba, right: Rgba, width: number, rows: number, x: number, y: number): boolean {
  const at = (y * width + x) * 4
  const change = Math.abs(lightness(right, at) - lightness(left, at))
  const contrast = Math.max(contrastAround(left, width, rows, x, y), contrastAround(right, width, rows, x, y))
  return contrast >= MIN_CONTRAST && change <= MAX_REDRAWN_CHANGE * contrast
}

/** Returns the difference between the lightest and the darkest of a pixel and its neighbors. */
function contrastAround(pixels: Rgba, width: number, rows: number, x: number, y: number): number {
  let [lightest, darkest] = [0, 255]
  for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      const value = lightness(pixels, (row * width + column) * 4)
      lightest = Math.max(lightest, value)
      darkest = Math.min(darkest, value)
    }
  }
  return lightest - darkest
}

/**
 * Returns the mean of the three color channels. A single channel may change more than the mean, because
 * displays place glyphs by subpixels.
 */
const lightness = (pixels: Rgba, at: number) =>
  ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3

/**
 * Returns whether a cell and its neighbors became neither lighter nor darker. The neighbors count too, since
 * a glyph may cross the border of a cell.
 */
function isBalanced(cells: ReadonlyMap<number, Cell>, columns: number, key: number): boolean {
  const column = key % columns
  const drift = [0, 0, 0, 0]
  const amount = [0, 0, 0, 0]
  for (let down = -1; down <= 1; down++) {
    for (let across = Math.max(-1, -column); across <= Math.min(1, columns - 1 - column); across++) {
      const near = cells.get(key + down * columns + across)
      if (!near?.isEdge) continue
      for (const channel of channels) {
        drift[channel] = (drift[channel] ?? 0) + near.drift[channel]
        amount[channel] = (amount[channel] ?? 0) + near.amount[channel]
      }
    }
  }
  return channels.every(channel => Math.abs(drift[channel] ?? 0) <= MAX_DRIFT * (amount[channel] ?? 0))
}

function clearCell(mask: Rgba, width: number, rows: number, columns: number, key: number): void {
  const [left, top] = [(key % columns) * NOISE_CELL, Math.floor(key / columns) * NOISE_CELL]
  const right = Math.min(width, left + NOISE_CELL)
  for (let y = top; y < Math.min(rows, top + NOISE_CELL); y++)
    mask.fill(0, (y * width + left) * 4, (y * width + right) * 4)
}
