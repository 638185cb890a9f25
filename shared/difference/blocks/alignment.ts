import type { Size } from '../../annotation/projection'
import type { PackedPixels } from '../pixels'
import { alignArea, alignColumns } from './align-area'
import { alignedRows, type Shift } from './aligned-rows'
import { emptyAlignment, LACKING, type Alignment, type PageImages } from './alignment-parts'
import { contentPixels } from './block-edges'
import { withExchanged } from './exchanged-blocks'
import type { Area } from './seam'

/**
 * The number of unchanged rows above and below the changed area in which edges of blocks are also searched.
 */
const AROUND = 256
/** The number of rows that are aligned at a time, so that this step needs no third image in memory. */
const CHECKED_ROWS = 256
/**
 * The weight of the content of an inserted or removed block among the changed pixels. A person sees the block
 * as one change, while the same number of pixels in many places are many changes.
 */
const BLOCK_WEIGHT = 0.5

/**
 * Finds the blocks of an image that moved up or down as a whole, and the blocks between them that were
 * inserted or removed: the content below a new banner is one change for a person, although all its pixels
 * differ. Compares rows like the lines of a text. Also compares each column of the page separately, such as a
 * sidebar and the content next to it, and uses the better result. Returns null if no content moved up or
 * down.
 */
export function alignImages(left: PackedPixels, right: PackedPixels, size: Size): Alignment | null {
  const heights = [heightOf(left, size), heightOf(right, size)] as const
  const area = changedArea(left, right, size, heights)
  if (!area) return null
  const images = { left, right, size, heights }
  const byRows = alignArea(images, area, 0, 0)
  const byColumns = alignColumns(images, area, 0, 0)
  // Chooses the alignment that leaves the fewest changed pixels, if these are fewer than without movement.
  let best = { alignment: emptyAlignment(), changed: changedPixels(images, emptyAlignment()) }
  // If the second image is shorter, its end is padded with transparent rows. They do not count as a change,
  // because the missing content is already listed as removed or moved blocks.
  const end: Shift = { x: 0, y: heights[1], width: size.width, height: size.height - heights[1], ...LACKING }
  const found = byColumns ? [byColumns, byRows] : [byRows]
  for (const alignment of found.flatMap(each => [each, withExchanged(images, each)])) {
    if (alignment.moved.length + alignment.resized.length === 0) continue
    const padded = { ...alignment, shifts: [...alignment.shifts, end] }
    const changed = changedPixels(images, padded)
    if (changed < best.changed) best = { alignment: padded, changed }
  }
  const { moved, resized } = best.alignment
  return moved.length + resized.length === 0 ? null : best.alignment
}

/** Returns the number of changed pixels that remain if an alignment is used: see {@link BLOCK_WEIGHT}. */
function changedPixels(images: PageImages, alignment: Alignment): number {
  const { shifts, inserted, removed, grown, revealed } = alignment
  const { size, left, right } = images
  const { width, height } = size
  let count = 0
  for (const block of inserted)
    if (!revealed.includes(block)) count += BLOCK_WEIGHT * contentPixels(right, size, block.to)
  for (const { from } of removed) count += BLOCK_WEIGHT * contentPixels(left, size, from)
  for (const box of grown) count += contentPixels(right, size, box)
  for (let y = 0; y < height; y += CHECKED_ROWS) {
    const rows = Math.min(CHECKED_ROWS, height - y)
    const aligned = alignedRows(images, shifts, y, rows)
    for (let at = 0; at < rows * width; at++) if (aligned[at] !== right[y * width + at]) count++
  }
  return count
}

/** Returns the area that contains all pixels that differ; null if the images are equal. */
function changedArea(
  left: PackedPixels,
  right: PackedPixels,
  { width }: Size,
  heights: PageImages['heights'],
): Area | null {
  let [first, last] = [width, -1]
  let [top, bottom] = [-1, 0]
  for (let row = 0; row * width < left.length; row++) {
    const at = row * width
    let x = 0
    while (x < width && left[at + x] === right[at + x]) x++
    if (x === width) continue
    if (top === -1) top = row
    bottom = row + 1
    first = Math.min(first, x)
    for (x = width - 1; x > last && left[at + x] === right[at + x];) x--
    last = Math.max(last, x)
  }
  if (last < 0) return null
  const start = Math.max(0, top - AROUND)
  const ends = heights.map(each => (heights[0] === heights[1] ? Math.min(each, bottom + AROUND) : each))
  const [leftEnd = 0, rightEnd = 0] = ends
  return { x: first, width: last - first + 1, left: [start, leftEnd], right: [start, rightEnd] }
}

function heightOf(pixels: PackedPixels, { width }: Size): number {
  let end = pixels.length
  while (end > 0 && pixels[end - 1] === 0) end--
  return Math.ceil(end / width)
}
