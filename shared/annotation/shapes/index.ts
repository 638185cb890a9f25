import type {
  Geometry,
  GeometryOf,
  PointGeometry,
  Shape,
  ShapeKind,
  ShapeOf,
  ThreadKind,
} from '../../contract/geometry'
import { toScreen, type Box, type ImagePoint, type Size, type View } from '../projection'
import type { Drag, Handle, HandleName, Path, ShapeDefinition } from './definition'
import { shapes } from './registry'

export { isBoxHandle } from './box'
export { CLICK_DISTANCE, type Drag, type Handle, type HandleName } from './definition'
export { shapeKinds, shapes, shapeTexts } from './registry'

/** The distance from a shape or a handle within which a press hits it, in CSS pixels. */
export const HIT_TOLERANCE = 8
/**
 * The minimum distance in CSS pixels from a click inside an area to the outline of the area, so that the
 * click means the spot and not the area.
 */
const DEEP = 24

// The type tells the compiler that a definition and a geometry of the same kind belong together.
const definitions: { [K in ShapeKind]: ShapeDefinition<GeometryOf<K>> } = shapes
const utilOf = <K extends ShapeKind>({ kind }: ShapeOf<K>) => definitions[kind].util

/**
 * Returns the shape of a stored thread; null if its kind has no shape, or if its geometry belongs to another
 * kind.
 */
export function shapeOf({ kind, geometry }: { kind: ThreadKind; geometry: Geometry | null }): Shape | null {
  return geometry !== null && kind in definitions ? read(kind as ShapeKind, geometry) : null
}

/** Returns all shapes of a stored thread. The first shape is the one at which the pin is shown. */
export function shapesOf(thread: {
  kind: ThreadKind
  geometry: Geometry | null
  shapes: readonly { kind: ShapeKind; geometry: Geometry }[]
}): Shape[] {
  return [thread, ...thread.shapes].flatMap(each => shapeOf(each) ?? [])
}

function read<K extends ShapeKind>(kind: K, geometry: Geometry): ShapeOf<K> | null {
  return definitions[kind].util.accepts(geometry) ? { kind, geometry } : null
}

/** Creates a shape from a drag. */
export const drawShape = <K extends ShapeKind>(kind: K, drag: Drag): ShapeOf<K> => ({
  kind,
  geometry: definitions[kind].util.draw(drag),
})
/** Creates a shape that fills a box. A kind without extent is placed in the middle of the box. */
export const placeShape = <K extends ShapeKind>(kind: K, box: Box): ShapeOf<K> => ({
  kind,
  geometry: definitions[kind].util.place(box),
})
/** Returns whether a shape covers more than a spot; see `ShapeUtil.hasExtent`. */
export const hasExtent = ({ kind }: Pick<Shape, 'kind'>): boolean => definitions[kind].util.hasExtent
/** Returns the position of a shape's numbered pin. */
export const anchorOf = <K extends ShapeKind>(shape: ShapeOf<K>): PointGeometry =>
  utilOf(shape).anchor(shape.geometry)
/** Returns the bounding box of a shape, in fractions. */
export const boundsOf = <K extends ShapeKind>(shape: ShapeOf<K>): Box => utilOf(shape).bounds(shape.geometry)
/** Returns the box of the area that a shape marks; its size is 0 for a point and for the head of an arrow. */
export const targetOf = <K extends ShapeKind>(shape: ShapeOf<K>): Box =>
  utilOf(shape).target?.(shape.geometry) ?? boundsOf(shape)

/** Returns the bounding box of several shapes; null if there are no shapes. */
export function boundsOfAll(shapes: readonly Shape[]): Box | null {
  if (shapes.length === 0) return null
  const boxes = shapes.map(each => boundsOf(each))
  const [x, y] = [Math.min(...boxes.map(each => each.x)), Math.min(...boxes.map(each => each.y))]
  return {
    x,
    y,
    width: Math.max(...boxes.map(each => each.x + each.width)) - x,
    height: Math.max(...boxes.map(each => each.y + each.height)) - y,
  }
}
/** Returns the handles of a shape. */
export const handlesOf = <K extends ShapeKind>(shape: ShapeOf<K>): Handle[] =>
  utilOf(shape).handles(shape.geometry)
/** Returns the numbers with which the text of a shape describes its position, in fractions of the image. */
export const describedBy = <K extends ShapeKind>(shape: ShapeOf<K>): number[] =>
  definitions[shape.kind].described(shape.geometry)
/** Adds a shape to the path that the canvas strokes. */
export const traceShape = <K extends ShapeKind>(path: Path, shape: ShapeOf<K>, view: View): void =>
  definitions[shape.kind].look.trace(path, shape.geometry, view)
/** Returns the lines of a shape in pixels of a picture; see `ShapeLook.outline`. */
export const outlineOf = <K extends ShapeKind>(
  shape: ShapeOf<K>,
  picture: Size,
  scale: number,
): ImagePoint[][] => definitions[shape.kind].look.outline(shape.geometry, picture, scale)
/** Returns whether a shape is so small on the stage that it is probably a mistake. */
export const isTooSmall = <K extends ShapeKind>(shape: ShapeOf<K>, view: View): boolean =>
  utilOf(shape).isTooSmall(shape.geometry, view)
/**
 * Returns a shape moved by a distance in fractions, but not beyond the edges of the image. Its size does not
 * change.
 */
export const moveShape = <K extends ShapeKind>(shape: ShapeOf<K>, dx: number, dy: number): ShapeOf<K> => ({
  kind: shape.kind,
  geometry: utilOf(shape).moveBy(shape.geometry, dx, dy),
})

/**
 * Returns a shape whose vertical positions and lengths are multiplied by a factor. The result is not limited
 * to the image.
 */
export const stretchShape = <K extends ShapeKind>(shape: ShapeOf<K>, factor: number): ShapeOf<K> => ({
  kind: shape.kind,
  geometry: utilOf(shape).stretch(shape.geometry, factor),
})
/**
 * Returns a shape after its lower right corner, or the end of an arrow, was moved by a distance in fractions.
 */
export const sizeShape = <K extends ShapeKind>(shape: ShapeOf<K>, dx: number, dy: number): ShapeOf<K> => ({
  kind: shape.kind,
  geometry: utilOf(shape).sizeBy(shape.geometry, dx, dy),
})
/** Returns a shape after one of its handles was dragged to a spot. */
export const dragHandle = <K extends ShapeKind>(
  shape: ShapeOf<K>,
  handle: HandleName,
  to: PointGeometry,
): ShapeOf<K> => ({
  kind: shape.kind,
  geometry: utilOf(shape).dragHandle(shape.geometry, handle, to),
})

const distanceTo = <K extends ShapeKind>(shape: ShapeOf<K>, at: PointGeometry, view: View) =>
  utilOf(shape).distance(shape.geometry, at, view)
const depthIn = <K extends ShapeKind>(shape: ShapeOf<K>, at: PointGeometry, view: View) =>
  utilOf(shape).depth(shape.geometry, at, view)
const areaOf = <K extends ShapeKind>(shape: ShapeOf<K>) => utilOf(shape).area(shape.geometry)

/**
 * Returns whether a spot is inside an area, at least `depth` CSS pixels from its line. By default, `depth` is
 * so large that a click there means the spot and not the area.
 */
export const isDeepInside = (shape: Shape, at: PointGeometry, view: View, depth = DEEP): boolean =>
  depthIn(shape, at, view) >= depth

/**
 * Returns the mark that a click selects; null if the click hits none. `marks` are in the order in which they
 * are drawn. If the click hits several marks, points and lines take precedence over areas, then smaller areas
 * over larger ones, then nearer marks over others, then the mark that is drawn last.
 */
export function hitTest<M extends { shape: Shape }>(
  marks: readonly M[],
  at: PointGeometry,
  view: View,
  tolerance = HIT_TOLERANCE,
): M | null {
  const hits = marks
    .map((mark, order) => ({ mark, order, distance: distanceTo(mark.shape, at, view) }))
    .filter(each => each.distance <= tolerance)
    .map(each => ({ ...each, area: areaOf(each.mark.shape) }))
  return hits.sort((a, b) => a.area - b.area || a.distance - b.distance || b.order - a.order)[0]?.mark ?? null
}

/**
 * Returns the handle of a shape that is nearest to a spot, within `tolerance` CSS pixels; null if there is
 * none. At the same distance, corners come before sides.
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
