import { toImage, toScreen, type ScreenPoint } from '../../projection'
import type { ShapeLook } from '../definition'
import type { ArrowGeometry } from './geometry'

/** The length and width of the arrowhead, in CSS pixels of the stage or in pixels of a drawn picture. */
const HEAD_LENGTH = 12
const HEAD_WIDTH = 11

/** Returns the two corners at the back of the arrowhead. `scale` multiplies the size of the arrowhead. */
function headCorners(tail: ScreenPoint, head: ScreenPoint, scale = 1): [ScreenPoint, ScreenPoint] {
  const angle = Math.atan2(head.y - tail.y, head.x - tail.x)
  const along = { x: Math.cos(angle) * HEAD_LENGTH * scale, y: Math.sin(angle) * HEAD_LENGTH * scale }
  const across = {
    x: (-Math.sin(angle) * HEAD_WIDTH * scale) / 2,
    y: (Math.cos(angle) * HEAD_WIDTH * scale) / 2,
  }
  return [
    { x: head.x - along.x + across.x, y: head.y - along.y + across.y },
    { x: head.x - along.x - across.x, y: head.y - along.y - across.y },
  ]
}

/**
 * A line with an arrowhead. The arrowhead is filled on the stage. In pictures that the server draws, the
 * arrowhead is open, because the server draws only lines.
 */
export const look: ShapeLook<ArrowGeometry> = {
  fill: 'stroke',
  rounded: true,
  trace(path, { x1, y1, x2, y2 }, view) {
    const tail = toScreen(view, { x: x1, y: y1 })
    const head = toScreen(view, { x: x2, y: y2 })
    const [one, other] = headCorners(tail, head)
    path.moveTo(tail.x, tail.y)
    path.lineTo(head.x, head.y)
    path.moveTo(head.x, head.y)
    path.lineTo(one.x, one.y)
    path.lineTo(other.x, other.y)
    path.closePath()
  },
  outline({ x1, y1, x2, y2 }, picture, scale) {
    const tail = toImage(picture, { x: x1, y: y1 })
    const head = toImage(picture, { x: x2, y: y2 })
    const [one, other] = headCorners(tail, head, 1 / scale)
    return [
      [tail, head],
      [one, head, other],
    ]
  },
}
