import { createSpaceAround } from './block-edges'
import { isTextured, type ImageRows } from './image-rows'
import type { Images } from '../moved-pixels'
import { ROUNDING } from './row-bands'

/** The width in pixels of the parts of a row that are compared separately. */
const PART = 16
/**
 * The minimum share, from 0 to 1, of the parts with content that must be equal around inserted or removed
 * rows.
 */
const MIN_EQUAL = 0.25
/**
 * The maximum share, from 0 to 1, of differing pixels at which a seam is accepted regardless of
 * {@link MIN_EQUAL}.
 */
const MAX_DIFFERING = 0.01
/** The maximum number of equally good places for a seam that are compared by the space around them. */
const MAX_PLACES = 64

/**
 * An area of both images: a range of pixel columns, and a range of rows in each image. The ends are
 * exclusive.
 */
export interface Area {
  x: number
  width: number
  left: readonly [start: number, end: number]
  right: readonly [start: number, end: number]
}

interface RowCost {
  /** The number of pixels of the row that differ. */
  differing: number
  /**
   * The number of parts of the row with content (`textured`), and the number of these parts that are equal.
   */
  textured: number
  equal: number
}

/**
 * Finds the place in an area where rows were inserted or removed. The rows above this seam are equal to the
 * first rows of the other image, and the rows below it to its last rows. Allows single differences, and
 * distances that differ by {@link ROUNDING} pixels. Returns the number of rows above the seam; null if too
 * little of the area is equal.
 */
export function findSeam(images: Images, { x, width, left, right }: Area): number | null {
  const [before, after] = [left[1] - left[0], right[1] - right[0]]
  const shared = Math.min(before, after)
  const span = { x, width }
  const upper: RowCost[] = []
  const lower: RowCost[] = []
  for (let row = 0; row < shared; row++) {
    upper.push(costOf(images, span, left[0] + row, right[0] + row))
    lower.push(costOf(images, span, left[1] - shared + row, right[1] - shared + row))
  }
  let cost = lower.reduce((sum, { differing }) => sum + differing, 0)
  const costs = [cost]
  for (let row = 0; row < shared; row++) {
    cost += (upper[row]?.differing ?? 0) - (lower[row]?.differing ?? 0)
    costs.push(cost)
  }
  const least = Math.min(...costs)
  const places = [...costs.keys()].filter(each => costs[each] === least)
  const more: ImageRows = { ...span, size: images.size, pixels: after > before ? images.right : images.left }
  const start = after > before ? right[0] : left[0]
  const spaceAround = createSpaceAround(more)
  const seam = places
    .slice(-MAX_PLACES)
    .map(place => ({ place, space: spaceAround(start + place) }))
    .reduce((best, each) => (each.space > best.space ? each : best)).place
  const rows = [...upper.slice(0, seam), ...lower.slice(seam)]
  const [textured, equal] = (['textured', 'equal'] as const).map(key =>
    rows.reduce((sum, each) => sum + each[key], 0),
  ) as [number, number]
  const isClose = least <= MAX_DIFFERING * shared * width
  return isClose || equal >= MIN_EQUAL * textured ? seam : null
}

/**
 * Compares a row of the second image with a row of the first image. For each part of the row, also tries the
 * rows up to {@link ROUNDING} pixels above and below, and counts the best match.
 */
function costOf(
  { left, right, size }: Images,
  { x, width }: Pick<Area, 'x' | 'width'>,
  from: number,
  to: number,
) {
  const cost: RowCost = { differing: 0, textured: 0, equal: 0 }
  for (let start = x; start < x + width; start += PART) {
    const end = Math.min(x + width, start + PART)
    let least = PART
    for (let step = 0; step <= 2 * ROUNDING && least > 0; step++) {
      const row = from + (step % 2 === 0 ? step / 2 : -(step + 1) / 2)
      if (row < 0 || row >= size.height) continue
      let count = 0
      for (let column = start; column < end && count < least; column++)
        if (left[row * size.width + column] !== right[to * size.width + column]) count++
      least = count
    }
    cost.differing += least
    if (!isTextured({ pixels: right, size, x: start, width: end - start }, to)) continue
    cost.textured++
    if (least === 0) cost.equal++
  }
  return cost
}
