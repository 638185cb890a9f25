import { arrow } from './arrow'
import type { ShapeText } from './definition'
import { ellipse } from './ellipse'
import { freehand } from './freehand'
import { point } from './point'
import { rectangle } from './rectangle'

/**
 * Every kind of shape, in the order of the toolbar. The API contract, the toolbar, the shortcuts, the command
 * palette, the canvas, the texts and the pictures that the server draws are based on this list. To add a
 * kind, create a folder here, and add its name to this list.
 */
export const shapes = { point, rectangle, ellipse, arrow, freehand }

export type ShapeKind = keyof typeof shapes
export const shapeKinds = Object.keys(shapes) as [ShapeKind, ...ShapeKind[]]

/** The English texts of every kind of shape. */
export const shapeTexts = Object.fromEntries(shapeKinds.map(kind => [kind, shapes[kind].text])) as Record<
  ShapeKind,
  ShapeText
>
