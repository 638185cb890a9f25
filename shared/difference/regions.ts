import type { Size } from '../annotation/projection'
import { createChangeMap, type Change } from './changes'
import type { PixelBox } from './difference'
import { findMoves, type Pixels } from './moves'

/**
 * Returns the changed regions of two images, with one region for each block that moved instead of one for
 * each of its parts. `changes` are the regions of `mask`, which has a byte for each pixel: 0 if it is
 * unchanged. Clears the pixels of moved blocks in the mask.
 */
export function regionsWithMoves(
  left: Pixels,
  right: Pixels,
  size: Size,
  mask: Uint8Array,
  changes: readonly Change[],
): Change[] {
  const moves = findMoves(left, right, size, changes)
  if (moves.length === 0) return [...changes]
  const moved = moves.flatMap(({ from, dx, dy }) => {
    const to = { ...from, x: from.x + dx, y: from.y + dy }
    const change = takeChanges(mask, size, [from, to])
    return change ? { ...change, moved: { from, to } } : []
  })
  const rest = createChangeMap(size.width)
  rest.addPixels(mask)
  const regions = [...moved, ...rest.regions()]
  return regions.sort((a, b) => a.y - b.y || a.x - b.x)
}

/**
 * Marks the pixels of boxes as unchanged. Returns the smallest region with all of them that were changed;
 * null if none was.
 */
function takeChanges(mask: Uint8Array, { width }: Size, boxes: readonly PixelBox[]): Change | null {
  const found = { left: Infinity, top: Infinity, right: 0, bottom: 0, pixels: 0 }
  for (const box of boxes) {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        if (mask[y * width + x] === 0) continue
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
