import { toImage, toScreenBox } from '../../projection'
import type { ShapeLook } from '../definition'
import type { RectangleGeometry } from './geometry'

export const look: ShapeLook<RectangleGeometry> = {
  fill: 'tint',
  trace(path, geometry, view) {
    const { x, y, width, height } = toScreenBox(view, geometry)
    path.moveTo(x, y)
    path.lineTo(x + width, y)
    path.lineTo(x + width, y + height)
    path.lineTo(x, y + height)
    path.closePath()
  },
  outline({ x, y, width, height }, picture) {
    const corners = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
      { x, y },
    ]
    return [corners.map(each => toImage(picture, each))]
  },
}
