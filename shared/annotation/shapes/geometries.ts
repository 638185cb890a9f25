import { geometryKit } from './geometry-kit'
import { shapes, type ShapeKind } from './registry'

type Geometries = { readonly [K in ShapeKind]: ReturnType<(typeof shapes)[K]['geometry']> }

/**
 * The geometry of every kind of shape. Error messages and the API reference list the kinds in this order. The
 * dashboard does not load this file, because it contains the schemas.
 */
export const geometries = Object.fromEntries(
  Object.entries(shapes).map(([kind, { geometry }]) => [kind, geometry(geometryKit)]),
) as Geometries
