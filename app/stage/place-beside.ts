import type { Box, ScreenPoint, Size } from '~/annotation/projection'

/** CSS pixels: between the box and what it is beside. */
const GAP = 16
/** CSS pixels: between the box and the edges of the stage. */
export const MARGIN = 8

/**
 * Returns where a box goes that belongs to a part of the stage, in CSS pixels: at its right, else at its
 * left, below or above it, so that it does not cover that part. Where it fits nowhere, it covers the part.
 */
export function placeBeside(part: Box, box: Size, stage: Size): ScreenPoint {
  const maxX = stage.width - box.width - MARGIN
  const maxY = stage.height - box.height - MARGIN
  const clampX = (x: number) => Math.max(MARGIN, Math.min(x, maxX))
  const clampY = (y: number) => Math.max(MARGIN, Math.min(y, maxY))
  const x = [part.x + part.width + GAP, part.x - GAP - box.width].find(each => each >= MARGIN && each <= maxX)
  if (x !== undefined) return { x, y: clampY(part.y) }
  const y = [part.y + part.height + GAP, part.y - GAP - box.height].find(
    each => each >= MARGIN && each <= maxY,
  )
  return { x: clampX(part.x + GAP), y: y ?? clampY(part.y + GAP) }
}
