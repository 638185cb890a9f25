import type { ImageRows } from './image-rows'

/** The minimum width in pixels of the space between two columns of a page. */
const GUTTER = 8

interface Column {
  x: number
  width: number
}

/**
 * Returns the columns of an area. Columns are separated by space without content in both images. `rows` is
 * the area in each image, from row `start` to row `end`.
 */
export function pageColumns(
  images: readonly { rows: ImageRows; start: number; end: number }[],
  { x, width }: Column,
): Column[] {
  const isBusy = new Uint8Array(width)
  for (const { rows, start, end } of images) markBusy(isBusy, rows, start, end)
  const columns: Column[] = []
  for (let column = 0; column < width; column++) {
    if (isBusy[column] === 0) continue
    const last = columns.at(-1)
    if (last && x + column - (last.x + last.width) < GUTTER) last.width = x + column + 1 - last.x
    else columns.push({ x: x + column, width: 1 })
  }
  return columns
}

/**
 * Returns the range from the first to the last pixel column with content in the given rows; null if there is
 * no content.
 */
export function busyColumns(rows: ImageRows, [start, end]: readonly [number, number]): Column | null {
  const isBusy = new Uint8Array(rows.width)
  markBusy(isBusy, rows, start, end)
  const first = isBusy.indexOf(1)
  return first === -1 ? null : { x: rows.x + first, width: isBusy.lastIndexOf(1) - first + 1 }
}

/**
 * Marks the pixel columns with content: columns whose pixels do not all have the same color in the given
 * rows.
 */
function markBusy(isBusy: Uint8Array, { pixels, size, x, width }: ImageRows, start: number, end: number) {
  for (let row = start + 1; row < end; row++) {
    const at = row * size.width + x
    for (let column = 0; column < width; column++)
      if (pixels[at + column] !== pixels[at + column - size.width]) isBusy[column] = 1
  }
}
