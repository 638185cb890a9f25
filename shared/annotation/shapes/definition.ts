import type { Geometry, PointGeometry } from '../../contract/geometry'
import type { Box, ImagePoint, Size, View } from '../projection'
import type { BuildGeometry, GeometryFrom } from './geometry-kit'

/**
 * The names of all handles. Corners and sides of a box are named by compass direction. An arrow has a start
 * and an end, a point has a spot.
 */
export type HandleName = 'nw' | 'ne' | 'se' | 'sw' | 'n' | 'e' | 's' | 'w' | 'start' | 'end' | 'spot'

/** A point by which a shape is resized or moved, in fractions of the image. */
export interface Handle<H extends HandleName = HandleName> {
  name: H
  at: PointGeometry
}

/** A drag that draws a shape. */
export interface Drag {
  /** The positions of the pointer, from where it was pressed to where it is now. */
  path: readonly [PointGeometry, ...PointGeometry[]]
  /** Whether width and height are made equal in image pixels, because Shift is pressed. */
  equal?: boolean
  /** Whether the drag starts at the center of the shape, because Alt is pressed. */
  centered?: boolean
  view: View
}

/**
 * The behavior of a kind of shape: how it is drawn, hit, moved and resized. All geometry is in fractions of
 * the image. A returned geometry is valid according to the contract. Its numbers have at most six decimals,
 * except for a size that is returned unchanged.
 */
export interface ShapeUtil<G, H extends HandleName = HandleName> {
  /** Returns whether a stored geometry belongs to this kind of shape. */
  accepts: (geometry: Geometry) => geometry is Geometry & G
  /**
   * Whether the shape covers more than one spot. A shape without extent, such as a point, is created by a
   * click, and is shown only by its pin.
   */
  hasExtent: boolean
  /** Returns the bounding box of the shape. */
  bounds: (geometry: G) => Box
  /** Returns the box of the area that the shape marks, if that is not its bounding box. */
  target?: (geometry: G) => Box
  /** Returns the position of the shape's numbered pin. */
  anchor: (geometry: G) => PointGeometry
  /** Returns the distance of a spot from the shape in CSS pixels; 0 on a line and inside an area. */
  distance: (geometry: G, at: PointGeometry, view: View) => number
  /**
   * Returns the distance from a spot inside an area to the outline of the area in CSS pixels; 0 if the spot
   * is outside, and for points and lines.
   */
  depth: (geometry: G, at: PointGeometry, view: View) => number
  /**
   * Returns the size of the area in which a click counts as a click on the shape, as a fraction of the image;
   * 0 for a point or a line.
   */
  area: (geometry: G) => number
  /** Returns the handles of the shape. Corners come before sides. */
  handles: (geometry: G) => Handle<H>[]
  /** Creates a shape from a drag. */
  draw: (drag: Drag) => G
  /** Creates a shape that fills the given box. Used when a person adds a shape with the keyboard. */
  place: (box: Box) => G
  /**
   * Returns the shape moved by a distance, but not beyond the edges of the image. Its size does not change.
   */
  moveBy: (geometry: G, dx: number, dy: number) => G
  /**
   * Returns the shape with its vertical positions and lengths multiplied by a factor. The result is not
   * limited to the image and not rounded.
   */
  stretch: (geometry: G, factor: number) => G
  /**
   * Returns the shape after a handle was dragged to a spot, while the opposite handle stays in place. If the
   * shape does not have the handle, the shape does not change.
   */
  dragHandle: (geometry: G, handle: HandleName, to: PointGeometry) => G
  /** Returns the shape after its lower right corner, or the end of an arrow, was moved. */
  sizeBy: (geometry: G, dx: number, dy: number) => G
  /** Returns whether the shape is so small on the stage that it is probably a mistake. */
  isTooSmall: (geometry: G, view: View) => boolean
}

/** The methods of a canvas context that add to a path. Coordinates are in CSS pixels of the stage. */
export interface Path {
  moveTo: (x: number, y: number) => void
  lineTo: (x: number, y: number) => void
  bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => void
  ellipse: (
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation: number,
    startAngle: number,
    endAngle: number,
  ) => void
  closePath: () => void
}

/** The appearance of a kind of shape. */
export interface ShapeLook<G> {
  /** Adds the shape to the path that the canvas strokes. */
  trace: (path: Path, geometry: G, view: View) => void
  /**
   * The fill of the path: the tint of a highlighted area, or the color of the line. Without it, the path is
   * not filled.
   */
  fill?: 'tint' | 'stroke'
  /** Whether the lines of the shape have round ends and corners. */
  rounded?: boolean
  /**
   * Returns the lines of the shape in pixels of a picture. `scale` is the number of drawn pixels per picture
   * pixel. It is needed for parts that are always drawn at the same size, such as an arrowhead.
   */
  outline: (geometry: G, picture: Size, scale: number) => ImagePoint[][]
}

/** The definition of one kind of shape, without the schema of its geometry. */
export interface ShapeDefinition<G> {
  util: ShapeUtil<G>
  look: ShapeLook<G>
  /** The key that selects the tool for this shape: a lower case letter. */
  shortcut: string
  /** The name of a Lucide icon, such as `i-lucide-square`. */
  icon: string
  /**
   * The texts about the shape, in English. The dashboard gets them in the language of the page from
   * `app/text/annotation.ts`.
   */
  text: ShapeText
  /** Returns the fractions of the image that `text.describe` receives as percentages. */
  described: (geometry: G) => number[]
}

/** A kind of shape, as it is listed in `registry.ts`. */
export interface ShapeEntry<Build extends BuildGeometry> extends ShapeDefinition<GeometryFrom<Build>> {
  /** Builds the schema of the geometry, which only the contract needs. */
  geometry: Build
}

/**
 * A type alias instead of an interface, because only a type alias can be used where an index signature is
 * required.
 */
export type ShapeText = {
  /** The name of the shape in the toolbar, the command palette and the list of shortcuts. */
  label: string
  /** Returns a phrase with the kind and the position of the shape, for screen readers. */
  describe: (...percentages: string[]) => string
}

/**
 * A distance in CSS pixels. A press that moves the pointer less than this is a click, and a shape smaller
 * than this was probably drawn by mistake.
 */
export const CLICK_DISTANCE = 4
