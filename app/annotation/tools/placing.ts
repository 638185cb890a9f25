import type { Shape, ShapeKind } from '#shared/contract/geometry'
import { normalizedDistance, pictureDistance, visibleBox, type View } from '../projection'
import { moveShape, placeShape, sizeShape } from '../shapes'

/** CSS pixels from the middle of a mark placed by keyboard to its corner, along each side. */
const REACH = 48

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A new mark in the middle of what is seen of the picture, no larger than half of that. */
export function place(kind: ShapeKind, view: View): Shape {
  const seen = visibleBox(view)
  const reach = normalizedDistance(view, REACH)
  const [dx, dy] = [Math.min(reach.x, seen.width / 4), Math.min(reach.y, seen.height / 4)]
  const centre = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }
  return placeShape(kind, { x: centre.x - dx, y: centre.y - dy, width: 2 * dx, height: 2 * dy })
}

/**
 * A mark after an arrow key: moved by one picture pixel, ten with Shift, or sized by as much with Alt; null
 * for other keys.
 */
export function nudge(
  shape: Shape,
  { key, shift, alt }: { key: string; shift: boolean; alt: boolean },
  view: View,
): Shape | null {
  const direction = directions[key]
  if (!direction) return null
  const step = pictureDistance(view, shift ? 10 : 1)
  return (alt ? sizeShape : moveShape)(shape, direction[0] * step.x, direction[1] * step.y)
}
