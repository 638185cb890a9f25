import type { Geometry, PointGeometry, Shape, ShapeKind, ThreadKind } from '#shared/contract/geometry'
import { arrow } from './arrow'
import { point } from './point'
import { rectangle } from './rectangle'
import type { Box, ShapeUtil } from './util'

type GeometryOf<K extends ShapeKind> = Extract<Shape, { kind: K }>['geometry']

/** Each kind's behaviour. A new kind is a file here and a schema in the contract. */
export const shapeUtils = { point, rectangle, arrow } satisfies { [K in ShapeKind]: ShapeUtil<GeometryOf<K>> }

/** The behaviour of a mark, for its own geometry. */
function utilOf(shape: Shape): ShapeUtil<Geometry> {
  return shapeUtils[shape.kind] as unknown as ShapeUtil<Geometry>
}

/** A stored note's mark; null for the kinds that are not drawn. */
export function shapeOf(note: { kind: ThreadKind, geometry: Geometry | null }): Shape | null {
  return note.geometry !== null && note.kind in shapeUtils ? { kind: note.kind, geometry: note.geometry } as Shape : null
}

export const anchorOf = (shape: Shape): PointGeometry => utilOf(shape).anchor(shape.geometry)
export const boundsOf = (shape: Shape): Box => utilOf(shape).bounds(shape.geometry)
export const describeShape = (shape: Shape): string => utilOf(shape).describe(shape.geometry)
export const moveShape = (shape: Shape, dx: number, dy: number): Shape => ({ kind: shape.kind, geometry: utilOf(shape).moveBy(shape.geometry, dx, dy) }) as Shape
export const sizeShape = (shape: Shape, dx: number, dy: number): Shape => ({ kind: shape.kind, geometry: utilOf(shape).sizeBy(shape.geometry, dx, dy) }) as Shape
export const isTooSmall = (shape: Shape, least: PointGeometry): boolean => utilOf(shape).isTooSmall(shape.geometry, least)

/** A mark drawn from one spot to another. */
export function drawShape(kind: ShapeKind, start: PointGeometry, end: PointGeometry): Shape {
  return { kind, geometry: shapeUtils[kind].fromDrag(start, end) } as Shape
}
