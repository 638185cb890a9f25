import { overlap, union, type Size } from '../../annotation/projection'
import { emptyAlignment, type Alignment, type Block } from './alignment-parts'
import { lostContent } from './lost-content'
import { placesOf, type Change } from '../changes'
import type { PixelBox } from '../pixels'
import {
  eachMovedPixel,
  eachPixel,
  equalPixels,
  isAlmostEqualAfter,
  isIn,
  type Images,
} from '../moved-pixels'
import { byPlace } from '../pixels'
import { regionsWithMoves } from '../regions'
import { withJoinedMoves } from './joined-moves'

/** The height in pixels of the line that marks the place of a removed block. */
const SEAM = 4
const NOTHING = emptyAlignment()

/**
 * Returns the changes between two images, and the number of changed pixels. The pixels of removed blocks
 * count too, although they are not in the second image. `mask` has a byte for each pixel: 0 if the pixel is
 * equal in the aligned images. Clears the pixels of moved blocks in the mask. Sets the pixels of inserted
 * blocks, and the pixels of the line at which a block was removed.
 */
export function changesOf(
  images: Images,
  alignment: Alignment | null,
  mask: Uint8Array,
  ignored: readonly PixelBox[],
): { changes: Change[]; changed: number } {
  const { left, right, size } = images
  const isIgnored = (x: number, y: number) => ignored.some(each => isIn(each, x, y))
  const { moved, exchanged, inserted, removed } = withMovedSideways(images, alignment ?? NOTHING)
  for (const block of exchanged)
    eachMovedPixel(block, size, (at, origin, x, y) => {
      if (left[origin] !== right[at] && !isIgnored(x, y)) mask[at] = 1
    })
  const { shifts, grown, resized, cutOff } = alignment ?? NOTHING
  for (const box of resized.flatMap(({ from, to }) => [from, to]))
    eachPixel(box, size, (at, x, y) => {
      if (left[at] !== right[at] && !isIgnored(x, y)) mask[at] = 1
    })
  for (const box of grown) setBox(mask, size, box, ignored)
  const found = regionsWithMoves(images, mask, {
    isSearched: box => !shifts.some(each => overlap(each, box)),
    isAligned: (x, y) => shifts.some(each => isIn(each, x, y)),
    isIgnored,
  })
  const regions = resized.reduce(withResized, found)
  const moves = [...exchanged, ...regions.flatMap(each => each.moved ?? [])]
  const gone = [...removed.map(({ from }) => from), ...cutOff]
  const changes: Change[] = [
    ...regions,
    ...[...moved, ...exchanged].map(block => ({
      ...block.to,
      pixels: differingPixels(images, block.to),
      moved: block,
    })),
    ...inserted.map(({ from, to }) => ({
      ...to,
      pixels: setBox(mask, size, to, ignored),
      inserted: { from: seamOf(from, size), to },
    })),
  ]
  let changed = countOf(mask)
  for (const { from, to } of [...removed, ...lostContent(images, shifts, moves, gone)]) {
    if (ignored.some(each => contains(each, from))) continue
    const [seam, pixels] = [seamOf(to, size), from.width * from.height]
    setBox(mask, size, seam, ignored)
    changed += pixels
    changes.push({ ...seam, pixels, removed: { from, to: seam } })
  }
  const shown = withJoinedMoves(changes).filter(each => each.pixels > 0)
  return { changes: shown.sort(byPlace), changed }
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let pixel = 0; pixel < mask.length; pixel++) if (mask[pixel] !== 0) count++
  return count
}

/**
 * Returns the changes. To each change whose content moved, adds its place in the first image: to a change
 * inside a moved block, and to a change between such blocks that was compared with another place.
 */
export function withEarlierPlaces(changes: readonly Change[], shifts: Alignment['shifts'] = []): Change[] {
  const moves = changes.flatMap(each => each.moved ?? [])
  return changes.map(change => {
    if (placesOf(change)) return change
    const { x, y, width, height } = change
    const middle: PixelBox = { x: x + width / 2, y: y + height / 2, width: 0, height: 0 }
    const move = moves.find(({ to }) => contains(to, middle))
    const dy = shifts.findLast(each => isIn(each, middle.x, middle.y))?.dy ?? 0
    const by = move ? { x: move.to.x - move.from.x, y: move.to.y - move.from.y } : { x: 0, y: dy }
    if (by.x === 0 && by.y === 0) return change
    return {
      ...change,
      within: { from: { x: x - by.x, y: y - by.y, width, height }, to: { x, y, width, height } },
    }
  })
}

/**
 * If an edge of a block moved because the block became higher or lower, joins the changes at the old and the
 * new place of this edge.
 */
function withResized(changes: readonly Change[], { from, to }: Block): Change[] {
  const isPart = (each: Change) => !placesOf(each) && (contains(from, each) || contains(to, each))
  const parts = changes.filter(isPart)
  if (parts.length < 2) return [...changes]
  const whole = parts.reduce((one, other) => ({ ...union(one, other), pixels: one.pixels + other.pixels }))
  return [...changes.filter(each => !isPart(each)), whole]
}

/**
 * If a block was removed in one place and inserted in another place, replaces both changes by one moved
 * block. An alignment has only moves up or down (see `withExchanged`), so this function finds blocks that
 * moved to another column, if almost all of their pixels are equal.
 */
function withMovedSideways(images: Images, { moved, inserted, removed }: Alignment) {
  const exchanged: Block[] = []
  const [open, gone] = [[...inserted], [] as Block[]]
  for (const block of removed) {
    const at = open.findIndex(({ to }) => isSame(images, block.from, to))
    const [other] = at === -1 ? [] : open.splice(at, 1)
    if (other) exchanged.push({ from: block.from, to: other.to })
    else gone.push(block)
  }
  return { moved, exchanged, inserted: open, removed: gone }
}

/** Returns whether a box of the first image has almost the same pixels as a box of the second image. */
const isSame = (images: Images, from: PixelBox, to: PixelBox): boolean =>
  from.width === to.width &&
  from.height === to.height &&
  isAlmostEqualAfter(images, from, { dx: to.x - from.x, dy: to.y - from.y })

/** Returns the number of pixels of a box that differ between the images, compared at the same place. */
const differingPixels = (images: Images, box: PixelBox): number =>
  box.width * box.height - equalPixels(images, box, { dx: 0, dy: 0 })

/**
 * Marks the pixels of a box as changed in a mask, except in ignored boxes. Returns the number of these
 * pixels.
 */
function setBox(mask: Uint8Array, { width }: Size, box: PixelBox, ignored: readonly PixelBox[]): number {
  let count = 0
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (ignored.some(each => isIn(each, x, y))) continue
      mask[y * width + x] = 1
      count++
    }
  }
  return count
}

/**
 * Returns the line, {@link SEAM} pixels high, that marks the place of a removed block. `place` has no height.
 */
const seamOf = (place: PixelBox, { height }: Size): PixelBox => ({
  ...place,
  y: Math.max(0, Math.min(height - SEAM, place.y - SEAM / 2)),
  height: Math.min(SEAM, height),
})

const contains = (outer: PixelBox, { x, y, width, height }: PixelBox) =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height

/** Converts a mask with one byte for each pixel to bands in RGBA. Unchanged pixels are transparent. */
export function* maskBands(
  { width, height }: Size,
  mask: Uint8Array,
  color: readonly [number, number, number],
  bandPixels: number,
): Generator<{ y: number; rows: number; mask: Uint8ClampedArray<ArrayBuffer> }> {
  const step = Math.max(1, Math.floor(bandPixels / width))
  const rgba = [...color, 255]
  for (let y = 0; y < height; y += step) {
    const rows = Math.min(step, height - y)
    const band = new Uint8ClampedArray(rows * width * 4)
    for (let pixel = 0; pixel < rows * width; pixel++)
      if (mask[y * width + pixel] !== 0) band.set(rgba, pixel * 4)
    yield { y, rows, mask: band }
  }
}
