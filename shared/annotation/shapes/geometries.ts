import { arrow } from './arrow/geometry'
import { ellipse } from './ellipse/geometry'
import { freehand } from './freehand/geometry'
import { point } from './point/geometry'
import { rectangle } from './rectangle/geometry'

/**
 * The geometry of every kind of shape, in the order in which error messages and the API reference list the
 * kinds. To add a kind, create a folder here, and add its name to this list and to the one in `registry.ts`.
 * There are two lists because the dashboard should not load the schemas in this one.
 */
export const geometries = { point, rectangle, ellipse, arrow, freehand } as const
