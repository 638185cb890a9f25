import { toImage, toScreen } from '../../projection'
import type { ShapeLook } from '../definition'
import type { ArrowGeometry } from './geometry'

/** The length and width of the arrowhead on the stage, in CSS pixels. */
const HEAD_LENGTH = 12
const HEAD_WIDTH = 11
/** The length of each side of the arrowhead in a picture that the server draws, in pixels. */
const OUTLINE_HEAD_LENGTH = 14
/** The angle between the line and each side of the arrowhead, in radians. */
const OUTLINE_HEAD_ANGLE = 0.45

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
    path.moveTo(tail.x, tail.y)
    path.lineTo(head.x, head.y)
    const angle = Math.atan2(head.y - tail.y, head.x - tail.x)
    const [along, across] = [
      { x: Math.cos(angle) * HEAD_LENGTH, y: Math.sin(angle) * HEAD_LENGTH },
      { x: (-Math.sin(angle) * HEAD_WIDTH) / 2, y: (Math.cos(angle) * HEAD_WIDTH) / 2 },
    ]
    path.moveTo(head.x, head.y)
    path.lineTo(head.x - along.x + across.x, head.y - along.y + across.y)
    path.lineTo(head.x - along.x - across.x, head.y - along.y - across.y)
    path.closePath()
  },
  outline({ x1, y1, x2, y2 }, picture, scale) {
    const tail = toImage(picture, { x: x1, y: y1 })
    const head = toImage(picture, { x: x2, y: y2 })
    const angle = Math.atan2(head.y - tail.y, head.x - tail.x)
    const side = (turn: number) => ({
      x: head.x - (OUTLINE_HEAD_LENGTH / scale) * Math.cos(angle + turn),
      y: head.y - (OUTLINE_HEAD_LENGTH / scale) * Math.sin(angle + turn),
    })
    return [
      [tail, head],
      [side(OUTLINE_HEAD_ANGLE), head, side(-OUTLINE_HEAD_ANGLE)],
    ]
  },
}
