import type { PixelBox } from '../pixels'
import type { Shift } from './aligned-rows'
import { LACKING, type Alignment, type Block, type PageImages } from './alignment-parts'
import { contentOf } from './block-edges'
import { MIN_ROWS, ROUNDING } from './row-bands'
import type { Area } from './seam'

/** An aligned area. `start` is the first row of the second image that moved with the rows below the area. */
export interface AlignedArea {
  part: Partial<Alignment>
  start: number
}

/** Returns the rows of the second image in an area. */
const rowsOf = ({ x, width, right }: Area): PixelBox => ({
  x,
  y: right[0],
  width,
  height: right[1] - right[0],
})

/** Aligns an area that only the second image has. `now` is its content. */
export function insertedPart(
  images: PageImages,
  area: Area,
  now: PixelBox | null,
  above: number,
): Partial<Alignment> {
  const { left, right } = area
  const isNew = now && !isRevealedEdge(images, now, right[1], above)
  const inserted: Block[] = isNew ? [{ from: { ...now, y: left[1], height: 0 }, to: now }] : []
  const revealed = left[0] === left[1] && isRevealed(images, area, above) ? inserted : []
  return { shifts: [{ ...rowsOf(area), ...LACKING }], inserted, revealed }
}

/** Aligns an area that only the first image has. `was` is its content. */
export function removedPart(area: Area, was: PixelBox): Partial<Alignment> {
  const rows = rowsOf(area)
  const shifts = rows.height > 0 ? [{ ...rows, ...LACKING }] : []
  return { shifts, removed: [{ from: was, to: { ...was, y: area.right[1], height: 0 } }] }
}

/** Aligns the first rows of a changed area, which both images have. `height` is the number of these rows. */
export function changedPart(
  area: Area,
  height: number,
  [above, below]: readonly [above: number, below: number],
  depth: number,
): Partial<Alignment> {
  if (above === 0 && below === 0 && depth === 0) return {}
  return { shifts: [{ ...rowsOf(area), height, dy: above, others: othersOf(above, below) }] }
}

/** Aligns a changed area that became higher or lower. Rows are added or removed at its lower end. */
export function grownPart(
  images: PageImages,
  area: Area,
  distances: readonly [above: number, below: number],
  depth: number,
): Partial<Alignment> {
  const { left, right } = area
  const rows = rowsOf(area)
  const shared = Math.min(left[1] - left[0], rows.height)
  const { shifts = [] } = changedPart(area, shared, distances, depth)
  if (rows.height === shared) return { shifts }
  const added: Shift = { ...rows, y: rows.y + shared, height: rows.height - shared, ...LACKING }
  const grown = contentOf({ ...area, pixels: images.right, size: images.size }, [added.y, right[1]])
  return { shifts: [...shifts, added], grown: grown ? [grown] : [] }
}

/** Returns whether an area at the lower edge came into view because the content above it moved up. */
const isRevealed = ({ heights }: PageImages, { left, right }: Area, above: number) =>
  above < 0 && heights[0] === heights[1] && left[1] === heights[0] && right[1] === heights[1]

/**
 * Returns whether a thin part at the end of the picture is the edge of an element that was cut off before,
 * because the page moved up. Such a part is not new.
 */
const isRevealedEdge = ({ heights }: PageImages, { height }: PixelBox, end: number, above: number) =>
  above < 0 && end === heights[1] && height < MIN_ROWS

/**
 * Aligns an area in which rows were inserted or removed below its first `seam` rows. Both images have these
 * rows, and the rows after the inserted or removed ones.
 */
export function alignAround(images: PageImages, { x, width, left, right }: Area, seam: number): AlignedArea {
  const shifts: Shift[] = []
  const [above, below] = [right[0] - left[0], right[1] - left[1]]
  const more = below - above
  const shift = (y: number, height: number, dy: number) => {
    if (height > 0) shifts.push({ x, y, width, height, dy, others: othersOf(dy, dy) })
  }
  const [inLeft, inRight] = [left[0] + seam, right[0] + seam]
  const start = inRight + Math.max(0, more)
  shift(right[0], seam, above)
  shift(start, right[1] - start, below)
  const rows = { size: images.size, x, width }
  if (more > 0) {
    shifts.push({ x, y: inRight, width, height: more, ...LACKING })
    const to = contentOf({ ...rows, pixels: images.right }, [inRight, start])
    const isNew = to && !isRevealedEdge(images, to, start, above)
    const inserted = isNew ? [{ from: { ...to, y: inLeft, height: 0 }, to }] : []
    return { part: { shifts, inserted }, start }
  }
  const from = contentOf({ ...rows, pixels: images.left }, [inLeft, inLeft - more])
  const removed = from ? [{ from, to: { ...from, y: inRight, height: 0 } }] : []
  return { part: { shifts, removed }, start }
}

/**
 * Returns other distances by which parts of an area may have moved, if the rows above and below the area
 * moved by the two given distances.
 */
function othersOf(above: number, below: number): number[] {
  const steps = Array.from({ length: ROUNDING }, (_, at) => at + 1)
  const rounded = above === 0 ? [] : steps.flatMap(by => [above - by, above + by])
  return [...new Set([below, ...rounded, 0])].filter(each => each !== above)
}
