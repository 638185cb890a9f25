import type { ImageRows } from './image-rows'

/** Pixels: the smallest space between two columns of a page. */
const GUTTER = 8

interface Column {
  x: number
  width: number
}

/**
 * Returns the columns of an area of both images, which spaces without content separate. `rows`: the area,
 * as rows from `start` to `end` of each image.
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

/** Returns the part of rows from the first to the last column with content; null without content. */
export function busyColumns(rows: ImageRows, [start, end]: readonly [number, number]): Column | null {
  const isBusy = new Uint8Array(rows.width)
  markBusy(isBusy, rows, start, end)
  const first = isBusy.indexOf(1)
  return first === -1 ? null : { x: rows.x + first, width: isBusy.lastIndexOf(1) - first + 1 }
}

/** Marks the columns of rows whose pixels do not all have the same color. */
function markBusy(isBusy: Uint8Array, { pixels, size, x, width }: ImageRows, start: number, end: number) {
  for (let row = start + 1; row < end; row++) {
    const at = row * size.width + x
    for (let column = 0; column < width; column++)
      if (pixels[at + column] !== pixels[at + column - size.width]) isBusy[column] = 1
  }
}
