import { arrow } from './arrow/geometry'
import { ellipse } from './ellipse/geometry'
import { freehand } from './freehand/geometry'
import { point } from './point/geometry'
import { rectangle } from './rectangle/geometry'

/**
 * The geometry of every kind of shape. Error messages and the API reference list the kinds in this order. To
 * add a kind, create a folder here, and add its name to this list and to the list in `registry.ts`. There are
 * two lists so that the dashboard does not load the schemas in this one.
 */
export const geometries = { point, rectangle, ellipse, arrow, freehand } as const
