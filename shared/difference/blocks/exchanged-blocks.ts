import type { PixelBox } from '../pixels'
import { alignArea } from './align-area'
import { addPart, emptyAlignment, type Alignment, type PageImages } from './alignment-parts'
import { areSameRows } from './image-rows'
import type { Area } from './seam'

/**
 * The maximum number of blocks on each side that are searched for content that changed places. Larger blocks
 * come first. The limit keeps the time of the search proportional to the size of the images.
 */
const MAX_EXCHANGED = 4

/**
 * Returns an alignment in which content that is missing at one place and new at another place has moved.
 * Equal rows are first matched only in the order of the page, so of two blocks that change places, one seems
 * to be removed and inserted again. Returns nothing new if there is no such content. Finds content that moved
 * up or down, also if only a part of a block moved, or if some of its pixels changed. `withMovedSideways`
 * then finds the whole blocks that moved sideways.
 */
export function withExchanged(images: PageImages, alignment: Alignment): Alignment {
  let all = alignment
  for (const block of largestOf(alignment.inserted, ({ to }) => to)) {
    const gone = [...all.removed.map(({ from }) => from), ...all.cutOff]
    for (const from of largestOf(gone, each => each)) {
      const part = exchangedPart(images, from, block.to)
      if (!part) continue
      if (all.cutOff.includes(from)) part.cutOff.push(...part.removed.splice(0).map(each => each.from))
      if (all.revealed.includes(block)) part.revealed.push(...part.inserted)
      const others: Alignment = {
        ...all,
        inserted: all.inserted.filter(each => each !== block),
        removed: all.removed.filter(each => each.from !== from),
        cutOff: all.cutOff.filter(each => each !== from),
      }
      all = emptyAlignment()
      addPart(all, others)
      addPart(all, part)
      break
    }
  }
  return all
}

/**
 * Aligns a block of the first image with a block of the second image. Returns null if no content of the first
 * block is in the second one.
 */
function exchangedPart(images: PageImages, from: PixelBox, to: PixelBox): Alignment | null {
  const isInside = (one: PixelBox, other: PixelBox) =>
    one.x >= other.x && one.x + one.width <= other.x + other.width
  if (!isInside(from, to) && !isInside(to, from)) return null
  const { x, width } = to
  const area: Area = { x, width, left: [from.y, from.y + from.height], right: [to.y, to.y + to.height] }
  const whole = alignArea(images, area, to.y - from.y, 1)
  if (whole.moved.length === 0) return null
  const by = Math.max(...whole.moved.map(each => each.to.y - each.from.y))
  const end = Math.max(from.y, images.heights[1] - by)
  const height = from.y + from.height - end
  if (height <= 0) return whole
  // The end of the block moved out of the picture.
  const part = alignArea(images, { ...area, left: [from.y, end] }, to.y - from.y, 1)
  part.cutOff.push({ ...from, y: end, height })
  return withoutEqualEnd(images, part, end)
}

/**
 * Returns an alignment in which the rows of the first image below the moved blocks do not count as removed if
 * the second image has the same rows below these blocks. `end`: the end of these rows in the first image.
 */
function withoutEqualEnd({ left, right, size }: PageImages, part: Alignment, end: number): Alignment {
  const [first] = part.moved
  if (!first) return part
  const lowest = part.moved.reduce((low, each) => (each.to.y > low.to.y ? each : low), first)
  const { x, width, y, height } = lowest.from
  const rows = { size, x, width }
  const by = lowest.to.y - y
  for (let row = y + height; row < end; row++)
    if (!areSameRows({ ...rows, pixels: left }, row, { ...rows, pixels: right }, row + by)) return part
  const rest: PixelBox = { x, width, y: y + height, height: Math.max(0, end - y - height) }
  const removed = part.removed.filter(({ from }) => from.y < rest.y)
  return { ...part, removed, cutOff: [...part.cutOff, rest] }
}

const largestOf = <T>(blocks: readonly T[], boxOf: (block: T) => PixelBox): T[] =>
  blocks
    .toSorted((a, b) => boxOf(b).width * boxOf(b).height - boxOf(a).width * boxOf(a).height)
    .slice(0, MAX_EXCHANGED)
