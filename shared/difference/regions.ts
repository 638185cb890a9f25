import { overlap, type Size } from '../annotation/projection'
import { boundedBlock, surroundingColor } from './blocks/block-edges'
import { createChangeMap, type Change, type Places } from './changes'
import { eachMovedPixel, eachPixel, isIn, type Images } from './moved-pixels'
import { findMoves } from './moves'
import { byPlace } from './pixels'

interface RegionOptions {
  /** Returns whether a changed region may be a part of a moved block. */
  isSearched?: (region: Change) => boolean
  /** Returns whether the alignment compared a pixel with another place of the first image. */
  isAligned?: (x: number, y: number) => boolean
  /** Returns whether a pixel is in an ignored region, so that it always counts as equal. */
  isIgnored?: (x: number, y: number) => boolean
}

/**
 * Returns the changed regions of two images, with one region for each block that moved instead of one for
 * each of its parts. `mask` has a byte for each pixel: 0 if it is unchanged. Clears the pixels in the mask
 * that differ only because a block moved.
 */
export function regionsWithMoves(images: Images, mask: Uint8Array, options: RegionOptions = {}): Change[] {
  const { left, right, size } = images
  const regions = regionsOf(size, mask)
  if (regions.length <= 1) return regions
  const searched = options.isSearched ? regions.filter(options.isSearched) : regions
  const moves = findMoves(left, right, size, searched)
    .map(({ from, dx, dy }): Places => ({ from, to: { ...from, x: from.x + dx, y: from.y + dy } }))
    .flatMap(move => boundedBlock(images, move) ?? [])
  if (moves.length === 0) return regions
  const moved = takeMoves(images, mask, moves, options)
  const rest = regionsOf(size, mask).map(each => asInserted(images, each, moves))
  return [...moved, ...rest].sort(byPlace)
}

function regionsOf({ width }: Size, mask: Uint8Array): Change[] {
  const map = createChangeMap(width)
  map.addPixels(mask)
  return map.regions()
}

/**
 * Clears the pixels in the mask that differ only because blocks moved, and returns a change for each of these
 * blocks. At the old place of a block, these are the pixels that now have the color of the background,
 * because new content there is a real change. At the new place, these are the pixels that are equal to the
 * pixels at the old place. If a pixel of the block has changed, it stays marked at the new place, even if the
 * first image has the same color there.
 */
function takeMoves(
  images: Images,
  mask: Uint8Array,
  moves: readonly Places[],
  { isAligned = () => false, isIgnored = () => false }: RegionOptions,
): Change[] {
  const { left, right, size } = images
  const lost: number[] = []
  for (const move of moves)
    eachMovedPixel(move, size, (at, origin, x, y) => {
      if (left[origin] !== right[at] && mask[origin] !== 0 && !isIgnored(x, y)) lost.push(at)
    })
  const maps = moves.map(() => createBounds())
  const clear = (index: number, at: number, x: number, y: number) => {
    mask[at] = 0
    maps[index]?.add(x, y)
  }
  for (const [index, { from, to }] of moves.entries()) {
    const background = surroundingColor(right, size, from)
    eachPixel(from, size, (at, x, y) => {
      if (mask[at] !== 0 && right[at] === background && !isIn(to, x, y) && !isAligned(x, y))
        clear(index, at, x, y)
    })
  }
  for (const [index, move] of moves.entries())
    eachMovedPixel(move, size, (at, origin, x, y) => {
      if (mask[at] !== 0 && left[origin] === right[at]) clear(index, at, x, y)
    })
  for (const at of lost) mask[at] = 1
  return moves.flatMap((moved, index) => {
    const region = maps[index]?.region()
    return region ? { ...region, moved } : []
  })
}

/** Collects pixels, and returns the smallest region that contains all of them. */
function createBounds() {
  let [left, top, right, bottom, pixels] = [Infinity, Infinity, 0, 0, 0]
  return {
    add(x: number, y: number): void {
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
      pixels++
    },
    region: (): Change | null =>
      pixels === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top, pixels },
  }
}

/**
 * Marks a changed region as inserted if it is where moved blocks were before, and the first image has only
 * background next to these blocks there.
 */
function asInserted({ left, size }: Images, region: Change, moves: readonly Places[]): Change {
  const gone = moves.filter(({ from }) => overlap(from, region))
  if (gone.length === 0 || moves.some(({ to }) => overlap(to, region))) return region
  const colors = new Set<number>()
  eachPixel(region, size, (at, x, y) => {
    if (!gone.some(({ from }) => isIn(from, x, y))) colors.add(left[at] ?? 0)
  })
  if (colors.size > 1) return region
  const { pixels, ...to } = region
  return { ...to, pixels, inserted: { from: { ...to, height: 0 }, to } }
}
