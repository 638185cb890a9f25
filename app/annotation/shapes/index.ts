import type { Geometry, PointGeometry, Shape, ShapeKind, ThreadKind } from '#shared/contract/geometry'
import { toScreen, type Box, type View } from '../projection'
import { arrow } from './arrow'
import { point } from './point'
import { rectangle } from './rectangle'
import type { Handle, HandleName, ShapeUtil } from './shape-util'

export { CLICK_DISTANCE, type Handle, type HandleName, type ShapeUtil } from './shape-util'

/** CSS pixels beside a mark or a handle that still count as on it. */
export const HIT_TOLERANCE = 8

type GeometryOf<K extends ShapeKind> = Extract<Shape, { kind: K }>['geometry']

/** Each kind's behaviour. A new kind is a file here and a schema in the contract. */
export const shapeUtils = { point, rectangle, arrow } satisfies { [K in ShapeKind]: ShapeUtil<GeometryOf<K>> }

/** Reads something from a mark through the util of its kind. */
function read<R>(shape: Shape, by: <G>(util: ShapeUtil<G>, geometry: G) => R): R {
  switch (shape.kind) {
    case 'point':
      return by(point, shape.geometry)
    case 'rectangle':
      return by(rectangle, shape.geometry)
    case 'arrow':
      return by(arrow, shape.geometry)
  }
}

/** A mark of the same kind with the geometry its util makes. */
function change(shape: Shape, by: <G>(util: ShapeUtil<G>, geometry: G) => G): Shape {
  switch (shape.kind) {
    case 'point':
      return { kind: 'point', geometry: by(point, shape.geometry) }
    case 'rectangle':
      return { kind: 'rectangle', geometry: by(rectangle, shape.geometry) }
    case 'arrow':
      return { kind: 'arrow', geometry: by(arrow, shape.geometry) }
  }
}

/** A stored note's mark; null for the kinds that are not drawn, and for a geometry that is not its kind's. */
export function shapeOf({ kind, geometry }: { kind: ThreadKind; geometry: Geometry | null }): Shape | null {
  if (geometry === null) return null
  if (kind === 'arrow') return 'x1' in geometry ? { kind, geometry } : null
  if (kind === 'rectangle') return 'width' in geometry ? { kind, geometry } : null
  return kind === 'point' && 'x' in geometry ? { kind, geometry: { x: geometry.x, y: geometry.y } } : null
}

/** A mark drawn from one spot to another. */
export function drawShape(kind: ShapeKind, start: PointGeometry, end: PointGeometry): Shape {
  switch (kind) {
    case 'point':
      return { kind, geometry: point.fromDrag(start, end) }
    case 'rectangle':
      return { kind, geometry: rectangle.fromDrag(start, end) }
    case 'arrow':
      return { kind, geometry: arrow.fromDrag(start, end) }
  }
}

/** Where a mark's numbered pin stands. */
export const anchorOf = (shape: Shape): PointGeometry =>
  read(shape, (util, geometry) => util.anchor(geometry))
/** The area a mark covers, in fractions. */
export const boundsOf = (shape: Shape): Box => read(shape, (util, geometry) => util.bounds(geometry))
/** Where a mark can be grabbed. */
export const handlesOf = (shape: Shape): Handle[] => read(shape, (util, geometry) => util.handles(geometry))
/** One phrase for who cannot see a mark. */
export const describeShape = (shape: Shape): string =>
  read(shape, (util, geometry) => util.describe(geometry))
/** Too small on the stage to have been meant. */
export const isTooSmall = (shape: Shape, view: View): boolean =>
  read(shape, (util, geometry) => util.isTooSmall(geometry, view))
/** A mark moved by fractions, its size kept, inside the picture. */
export const moveShape = (shape: Shape, dx: number, dy: number): Shape =>
  change(shape, (util, geometry) => util.moveBy(geometry, dx, dy))
/** A mark whose far corner or end moved by fractions. */
export const sizeShape = (shape: Shape, dx: number, dy: number): Shape =>
  change(shape, (util, geometry) => util.sizeBy(geometry, dx, dy))
/** A mark with one handle brought to a spot. */
export const dragHandle = (shape: Shape, handle: HandleName, to: PointGeometry): Shape =>
  change(shape, (util, geometry) => util.dragHandle(geometry, handle, to))

/**
 * The mark a click means, of marks in the order they are drawn; null on nothing. Spots and lines win over
 * areas, smaller areas over the larger ones that contain them, then the nearest wins, then the one on top.
 */
export function hitTest<M extends { shape: Shape }>(
  marks: readonly M[],
  at: PointGeometry,
  view: View,
  tolerance = HIT_TOLERANCE,
): M | null {
  const hits = marks.flatMap((mark, order) =>
    read(mark.shape, (util, geometry) =>
      util.hit(geometry, at, view, tolerance)
        ? [{ mark, order, area: util.area(geometry), distance: util.distance(geometry, at, view) }]
        : [],
    ),
  )
  return hits.sort((a, b) => a.area - b.area || a.distance - b.distance || b.order - a.order)[0]?.mark ?? null
}

/**
 * The nearest handle of a mark within `tolerance` CSS pixels of a spot, corners before sides; null beside
 * them.
 */
export function handleAt(
  shape: Shape,
  at: PointGeometry,
  view: View,
  tolerance = HIT_TOLERANCE,
): Handle | null {
  const spot = toScreen(view, at)
  return (
    handlesOf(shape)
      .map(handle => {
        const place = toScreen(view, handle.at)
        return { handle, distance: Math.hypot(place.x - spot.x, place.y - spot.y) }
      })
      .filter(each => each.distance <= tolerance)
      .sort((a, b) => a.distance - b.distance)[0]?.handle ?? null
  )
}
