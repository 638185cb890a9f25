import { arrow } from './arrow/geometry'
import { ellipse } from './ellipse/geometry'
import { freehand } from './freehand/geometry'
import { point } from './point/geometry'
import { rectangle } from './rectangle/geometry'

/**
 * The geometry of every kind of shape, in the order in which errors and the reference list them. A new kind
 * is a folder next to this file, its name here and its name in `registry.ts`. There are two lists, because
 * this one has the schemas, which the dashboard does not load.
 */
export const geometries = { point, rectangle, ellipse, arrow, freehand } as const
