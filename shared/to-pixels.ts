import type { Geometry } from './contract/geometry'
import type { PixelGeometry } from './contract/picture'

interface Size {
  width: number
  height: number
}

/** Returns a geometry in pixels of a picture, rounded to whole ones. */
export function toPixels(geometry: Geometry, size: Size): PixelGeometry {
  const x = (share: number) => Math.round(share * size.width)
  const y = (share: number) => Math.round(share * size.height)
  if ('points' in geometry) return { points: geometry.points.map(([px, py]) => [x(px), y(py)]) }
  if ('x1' in geometry)
    return { x1: x(geometry.x1), y1: y(geometry.y1), x2: x(geometry.x2), y2: y(geometry.y2) }
  if ('cx' in geometry)
    return { cx: x(geometry.cx), cy: y(geometry.cy), rx: x(geometry.rx), ry: y(geometry.ry) }
  const corner = { x: x(geometry.x), y: y(geometry.y) }
  if (!('width' in geometry)) return corner
  return { ...corner, width: x(geometry.width), height: y(geometry.height) }
}
