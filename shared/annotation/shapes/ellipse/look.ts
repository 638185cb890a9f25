import { toImage, toScreen, toScreenBox } from '../../projection'
import type { ShapeLook } from '../definition'
import { ring } from '../ring'
import type { EllipseGeometry } from './geometry'

export const look: ShapeLook<EllipseGeometry> = {
  fill: 'tint',
  trace(path, { cx, cy, rx, ry }, view) {
    const { x, y } = toScreen(view, { x: cx, y: cy })
    const radii = toScreenBox(view, { x: cx, y: cy, width: rx, height: ry })
    path.ellipse(x, y, radii.width, radii.height, 0, 0, 2 * Math.PI)
    path.closePath()
  },
  outline({ cx, cy, rx, ry }, picture) {
    const radii = toImage(picture, { x: rx, y: ry })
    return [ring(toImage(picture, { x: cx, y: cy }), radii.x, radii.y)]
  },
}
