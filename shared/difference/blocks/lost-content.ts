import { sourceRows } from './aligned-rows'
import type { Alignment, Block } from './alignment-parts'
import { createChangeMap, type Places } from '../changes'
import type { PixelBox } from '../pixels'
import { eachMovedPixel, eachPixel, type Images } from '../moved-pixels'
import { ROUNDING } from './row-bands'

/** The number of rows that are processed at a time. */
const ROWS = 256
/**
 * The minimum number of pixels of lost content. Fewer pixels may be left over if parts of a block moved by
 * slightly different distances because of rounding.
 */
const MIN_PIXELS = 8

/**
 * Returns the content of the first image with which no pixel of the second image was compared. Its loss would
 * not be reported as a change otherwise. Such content was between blocks that moved closer together, or is
 * covered by a block that moved there. `moves` are the moved blocks that the alignment does not contain.
 * `listed` are the parts of the first image that are already listed as changes, or moved out of the picture.
 */
export function lostContent(
  images: Images,
  shifts: Alignment['shifts'],
  moves: readonly Places[],
  listed: readonly PixelBox[],
): Block[] {
  if (shifts.length === 0 && moves.length === 0) return []
  const { left, right, size } = images
  /** 1 for each pixel of the second image that comes from another place of the first image. */
  const explained = new Uint8Array(right.length)
  for (const move of moves)
    eachMovedPixel(move, size, (at, origin) => {
      if (left[at] !== right[at] && left[origin] === right[at]) explained[at] = 1
    })
  /** 1 for each pixel of the first image with which a pixel of the second image was compared. */
  const compared = new Uint8Array(left.length)
  for (let y = 0; y < size.height; y += ROWS) {
    const sources = sourceRows(size, shifts, y, Math.min(ROWS, size.height - y))
    for (let at = 0; at < sources.length; at++) {
      const source = sources[at] ?? -1
      if (source >= 0 && explained[y * size.width + at] === 0) compared[source] = 1
    }
  }
  for (const box of [...moves.map(({ from }) => from), ...listed])
    eachPixel(box, size, at => {
      compared[at] = 1
    })
  const lost = new Uint8Array(left.length)
  // Only pixels that differ from the pixel above count as content. A vertical line that became shorter has no
  // such pixels, so it is not reported as lost.
  for (let at = size.width; at < lost.length; at++) {
    const above = at - size.width
    if (compared[at] === 0 && compared[above] === 0 && left[at] !== left[above]) lost[at] = 1
  }
  const map = createChangeMap(size.width)
  map.addPixels(lost)
  return map.regions().flatMap(({ pixels, ...from }) => {
    if (pixels < MIN_PIXELS || from.height <= ROUNDING) return []
    return { from, to: { ...from, y: placeOf(shifts, from), height: 0 } }
  })
}

/**
 * Returns the row of the second image at which a lost box of the first image would begin: the row after the
 * new place of the row above the box.
 */
function placeOf(shifts: Alignment['shifts'], { x, y, width }: PixelBox): number {
  const [column, row] = [x + width / 2, y - 1]
  const found = shifts.findLast(
    ({ dy, ...to }) =>
      dy !== null &&
      column >= to.x &&
      column < to.x + to.width &&
      row + dy >= to.y &&
      row + dy < to.y + to.height,
  )
  return Math.max(0, y + (found?.dy ?? 0))
}
