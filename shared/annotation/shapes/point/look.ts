import { toImage, toScreen } from '../../projection'
import type { ShapeLook } from '../definition'
import { ring } from '../ring'
import type { PointGeometry } from './geometry'

/** The radius of the ring on the stage, in CSS pixels. */
const RADIUS = 8
/** The radius in pixels of a picture that the server draws. */
const OUTLINE_RADIUS = 11

/** A ring at the position of the pin. */
export const look: ShapeLook<PointGeometry> = {
  trace(path, geometry, view) {
    const { x, y } = toScreen(view, geometry)
    path.ellipse(x, y, RADIUS, RADIUS, 0, 0, 2 * Math.PI)
    path.closePath()
  },
  outline: (geometry, picture, scale) => [
    ring(toImage(picture, geometry), OUTLINE_RADIUS / scale, OUTLINE_RADIUS / scale),
  ],
}
