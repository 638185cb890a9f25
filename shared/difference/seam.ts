import { createSpaceAround } from './block-edges'
import { isTextured, type ImageRows } from './image-rows'
import type { Images } from './moves'
import { ROUNDING } from './row-bands'

/** Pixels: the width of the parts of a row for which another distance is tried. */
const PART = 16
/** From 0 to 1: how much of the content around rows must be equal, so that they were added or removed. */
const MIN_EQUAL = 0.25
/** From 0 to 1: or how much of the area may differ. */
const MAX_DIFFERING = 0.01
/** The number of places for a block that are compared by the space around them. */
const MAX_PLACES = 64

/** Rows of both images between two columns; the ends are exclusive. */
export interface Area {
  x: number
  width: number
  left: readonly [start: number, end: number]
  right: readonly [start: number, end: number]
}

interface RowCost {
  /** The number of pixels that differ. */
  differing: number
  /** The number of parts with content, and of these the ones that are equal. */
  textured: number
  equal: number
}

/**
 * Finds where rows were added to an area or removed from it: the rows above that seam are equal to the first
 * rows of the other image, and the rows below it to the last ones, apart from single changes and
 * {@link ROUNDING}. Returns the number of rows above the seam; null if too little of the area is equal.
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

/** Compares a row of the first image with a row of the second one, and with the rows around it. */
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
