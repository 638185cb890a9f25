import type { Size } from '../annotation/projection'
import { createChangeMap, type Change } from './changes'
import type { PixelBox } from './difference'
import { findMoves, type Pixels } from './moves'

/**
 * Returns the changed regions of two images, with one region for each block that moved instead of one for
 * each of its parts. `mask` has a byte for each pixel: 0 if it is unchanged. Clears the pixels of moved
 * blocks in the mask. `isSearched` returns whether a region may be a part of a block that moved.
 */
export function regionsWithMoves(
  left: Pixels,
  right: Pixels,
  size: Size,
  mask: Uint8Array,
  isSearched: (region: Change) => boolean = () => true,
): Change[] {
  const regions = regionsOf(size, mask)
  if (regions.length <= 1) return regions
  const moved = findMoves(left, right, size, regions.filter(isSearched)).flatMap(({ from, dx, dy }) => {
    const to = { ...from, x: from.x + dx, y: from.y + dy }
    const isMoved = (x: number, y: number) =>
      left[(y - dy) * size.width + x - dx] === right[y * size.width + x]
    const change = takeMoved(mask, size, { from, to }, isMoved)
    return change ? { ...change, moved: { from, to } } : []
  })
  if (moved.length === 0) return regions
  return [...moved, ...regionsOf(size, mask)].sort((a, b) => a.y - b.y || a.x - b.x)
}

function regionsOf({ width }: Size, mask: Uint8Array): Change[] {
  const map = createChangeMap(width)
  map.addPixels(mask)
  return map.regions()
}

/**
 * Marks the pixels of a moved block as unchanged, in its old and its new place. Pixels of the new place that
 * the move does not explain stay changed: a number in a moved block may be another one. `isMoved` returns
 * whether a pixel of the new place is equal to the pixel of the old place. Returns the smallest region with
 * all pixels that were marked; null if there were none.
 */
function takeMoved(
  mask: Uint8Array,
  { width }: Size,
  { from, to }: { from: PixelBox; to: PixelBox },
  isMoved: (x: number, y: number) => boolean,
): Change | null {
  const found = { left: Infinity, top: Infinity, right: 0, bottom: 0, pixels: 0 }
  for (const box of [from, to]) {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        if (mask[y * width + x] === 0 || (isIn(to, x, y) && !isMoved(x, y))) continue
        mask[y * width + x] = 0
        found.left = Math.min(found.left, x)
        found.top = Math.min(found.top, y)
        found.right = Math.max(found.right, x + 1)
        found.bottom = Math.max(found.bottom, y + 1)
        found.pixels++
      }
    }
  }
  const { left, top, right, bottom, pixels } = found
  return pixels === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top, pixels }
}

const isIn = (box: PixelBox, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
