import type { ShapeKind, ShapeOf, GeometryOf } from '../contract/geometry'
import type { PixelGeometry } from '../contract/picture'
import type { Size } from './projection'
import { geometries } from './shapes/geometries'
import type { ToPixels } from './shapes/geometry-kit'

const conversions: {
  [K in ShapeKind]: { toPixels: (geometry: GeometryOf<K>, to: ToPixels) => PixelGeometry }
} = geometries

/** Returns the geometry of a shape in whole pixels of a picture. */
export function toPixels<K extends ShapeKind>({ kind, geometry }: ShapeOf<K>, size: Size): PixelGeometry {
  return conversions[kind].toPixels(geometry, {
    x: share => Math.round(share * size.width),
    y: share => Math.round(share * size.height),
  })
}
