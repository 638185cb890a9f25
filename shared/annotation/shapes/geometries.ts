import { arrow } from './arrow/geometry'
import { ellipse } from './ellipse/geometry'
import { freehand } from './freehand/geometry'
import { point } from './point/geometry'
import { rectangle } from './rectangle/geometry'

/**
 * The geometry of every kind of shape, in the order of errors and of the reference. A new kind is a folder
 * here, a name in this list and one in `registry.ts`. There are two lists because the dashboard should not
 * load the schemas of this one.
 */
export const geometries = { point, rectangle, ellipse, arrow, freehand } as const
