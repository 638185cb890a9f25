import type { Geometry, PointGeometry } from '../../contract/geometry'
import type { Box, ImagePoint, Size, View } from '../projection'

/**
 * The names of all handles: corners and sides of a box by compass direction, ends of an arrow, and a point.
 */
export type HandleName = 'nw' | 'ne' | 'se' | 'sw' | 'n' | 'e' | 's' | 'w' | 'start' | 'end' | 'spot'

/** A point by which a shape is resized or moved, in fractions of the image. */
export interface Handle<H extends HandleName = HandleName> {
  name: H
  at: PointGeometry
}

/** A drag that draws a shape. */
export interface Drag {
  /** The spots that the pointer passed, from the press to its current position. */
  path: readonly [PointGeometry, ...PointGeometry[]]
  /** With Shift: width and height are equal in image pixels. */
  equal?: boolean
  /** With Alt: the shape is drawn from its centre. */
  centered?: boolean
  view: View
}

/**
 * The behaviour of a kind of shape: how it is drawn, hit, moved and resized. Geometry is in fractions of the
 * image. Returned geometry matches the schema of the contract and has at most six decimals, except where a
 * size does not change.
 */
export interface ShapeUtil<G, H extends HandleName = HandleName> {
  /** Returns whether a stored geometry belongs to this kind. */
  accepts: (geometry: Geometry) => geometry is Geometry & G
  /**
   * Whether the shape covers more than a spot. A shape without extent is created by a click, and its pin
   * shows all of it.
   */
  hasExtent: boolean
  /** Returns the bounding box. */
  bounds: (geometry: G) => Box
  /** Returns the position of the numbered pin. */
  anchor: (geometry: G) => PointGeometry
  /** Returns the distance of a spot from the shape in CSS pixels; 0 on a line and inside an area. */
  distance: (geometry: G, at: PointGeometry, view: View) => number
  /**
   * Returns the distance of a spot inside an area from the outline in CSS pixels; 0 outside, and for points
   * and lines.
   */
  depth: (geometry: G, at: PointGeometry, view: View) => number
  /** Returns the area of the image that the shape hides from a click; 0 for a point or a line. */
  area: (geometry: G) => number
  /** Returns the handles, corners before sides. */
  handles: (geometry: G) => Handle<H>[]
  /** Creates a shape from a drag. */
  draw: (drag: Drag) => G
  /** Creates a shape that fills a box, for placing by keyboard. */
  place: (box: Box) => G
  /** Returns the shape moved as far as the image allows. Its size does not change. */
  moveBy: (geometry: G, dx: number, dy: number) => G
  /**
   * Returns the shape after a handle was dragged to a spot. The opposite handle stays. A handle of another
   * kind changes nothing.
   */
  dragHandle: (geometry: G, handle: HandleName, to: PointGeometry) => G
  /** Returns the shape after its far corner or end moved. */
  sizeBy: (geometry: G, dx: number, dy: number) => G
  /** Returns whether the shape is so small on the stage that it is probably a mistake. */
  isTooSmall: (geometry: G, view: View) => boolean
}

/** The methods of a canvas context that create paths, in CSS pixels of the stage. */
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
  /** The fill of the path: the tint of a highlighted area, or the color of the line; nothing by default. */
  fill?: 'tint' | 'stroke'
  /** Whether lines have round ends and corners. */
  rounded?: boolean
  /**
   * Returns the lines of the shape in pixels of a picture. Parts with a fixed size, such as the head of an
   * arrow, depend on `scale`, the number of drawn pixels per picture pixel.
   */
  outline: (geometry: G, picture: Size, scale: number) => ImagePoint[][]
}

/** The definition of one kind of shape. */
export interface ShapeDefinition<G> {
  util: ShapeUtil<G>
  look: ShapeLook<G>
  /** The key that selects its tool: a letter in lower case. */
  shortcut: string
  /** The name of a Lucide icon, such as `i-lucide-square`. */
  icon: string
  /** The texts in English. `app/text/annotation.ts` has the texts in the language of the page. */
  text: ShapeText
  /** Returns the fractions of the image that `text.describe` takes as percentages. */
  described: (geometry: G) => number[]
}

/** A type alias, because texts need an index signature, which interfaces lack. */
export type ShapeText = {
  /** The name in the toolbar, the command palette and the list of shortcuts. */
  label: string
  /** Returns kind and position in one phrase, for screen readers. */
  describe: (...percentages: string[]) => string
}

/**
 * In CSS pixels: a press that moves less is a click, and a smaller shape on the stage is probably a mistake.
 */
export const CLICK_DISTANCE = 4
