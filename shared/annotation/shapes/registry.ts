import type { GeometryOf, ShapeKind } from '../../contract/geometry'
import { arrow } from './arrow'
import type { ShapeDefinition, ShapeText } from './definition'
import { ellipse } from './ellipse'
import { freehand } from './freehand'
import { point } from './point'
import { rectangle } from './rectangle'

/**
 * Every kind of shape, in the order of the toolbar. The toolbar, the shortcuts, the command palette, the
 * canvas, the texts and the pictures that the server draws are based on this list. The compiler checks that
 * it contains the same kinds as `geometries.ts`.
 */
export const shapes = { point, rectangle, ellipse, arrow, freehand } satisfies {
  [K in ShapeKind]: ShapeDefinition<GeometryOf<K>>
}

export const shapeKinds = Object.keys(shapes) as ShapeKind[]

/** The English texts of every kind of shape. */
export const shapeTexts = Object.fromEntries(shapeKinds.map(kind => [kind, shapes[kind].text])) as Record<
  ShapeKind,
  ShapeText
>
