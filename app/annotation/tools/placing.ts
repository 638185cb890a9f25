import type { Shape, ShapeKind } from '#shared/contract/geometry'
import { normalizedDistance, imageDistance, visibleBox, type View } from '#shared/annotation/projection'
import { moveShape, placeShape, sizeShape } from '#shared/annotation/shapes'

/** CSS pixels: half the width and height of a new mark that is placed with the keyboard. */
const HALF_SIZE = 48

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Creates a shape in the center of the visible part of the image. Its width and height are at most half of
 * the width and height of that part.
 */
export function place(kind: ShapeKind, view: View): Shape {
  const visible = visibleBox(view)
  const half = normalizedDistance(view, HALF_SIZE)
  const [dx, dy] = [Math.min(half.x, visible.width / 4), Math.min(half.y, visible.height / 4)]
  const center = { x: visible.x + visible.width / 2, y: visible.y + visible.height / 2 }
  return placeShape(kind, { x: center.x - dx, y: center.y - dy, width: 2 * dx, height: 2 * dy })
}

/**
 * Moves a shape with an arrow key, or resizes it if Alt is held: by one image pixel, or by ten if Shift is
 * held. Returns null for other keys.
 */
export function nudge(
  shape: Shape,
  { key, shift, alt }: { key: string; shift: boolean; alt: boolean },
  view: View,
): Shape | null {
  const direction = directions[key]
  if (!direction) return null
  const step = imageDistance(view, shift ? 10 : 1)
  return (alt ? sizeShape : moveShape)(shape, direction[0] * step.x, direction[1] * step.y)
}
