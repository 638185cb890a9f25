import type { Geometry, PointGeometry } from '../../contract/geometry'
import type { Box, ImagePoint, Size, View } from '../projection'

/** The names of all handles: corners and sides of a box by compass, the ends of an arrow, a point itself. */
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
  /** Shift: width and height are equal in pixels of the image. */
  equal?: boolean
  /** Alt: it is drawn from its centre. */
  centered?: boolean
  view: View
}

/**
 * How each kind of shape is drawn, hit, moved and resized by a person. Geometry is in fractions of the image.
 * Returned geometry is accepted by the contract's schema and has at most six decimals, except where a size
 * does not change.
 */
export interface ShapeUtil<G, H extends HandleName = HandleName> {
  /** Whether a stored geometry has this kind's form. */
  accepts: (geometry: Geometry) => geometry is Geometry & G
  /**
   * Whether it covers more than a spot. A shape without extent is created by a click, and its pin shows all
   * of it.
   */
  hasExtent: boolean
  /** The area it covers. */
  bounds: (geometry: G) => Box
  /** Where its numbered pin is. */
  anchor: (geometry: G) => PointGeometry
  /** The distance of a spot in CSS pixels; 0 on it, and inside an area. */
  distance: (geometry: G, at: PointGeometry, view: View) => number
  /** How far inside an area a spot is, in CSS pixels from its outline; 0 outside, and for spots and lines. */
  depth: (geometry: G, at: PointGeometry, view: View) => number
  /** How much of the image it hides from a click: 0 for a spot or a line. */
  area: (geometry: G) => number
  /** Its handles, corners before sides. */
  handles: (geometry: G) => Handle<H>[]
  /** A new shape, as a drag draws it. */
  draw: (drag: Drag) => G
  /** A new shape that fills a box, as the keyboard places it. */
  place: (box: Box) => G
  /** Moved as far as the image allows; its size does not change. */
  moveBy: (geometry: G, dx: number, dy: number) => G
  /** One handle brought to a spot; the opposite one stays. A handle of another kind changes nothing. */
  dragHandle: (geometry: G, handle: HandleName, to: PointGeometry) => G
  /** Its far corner or end moved. */
  sizeBy: (geometry: G, dx: number, dy: number) => G
  /** Too small on the stage to be intended. */
  isTooSmall: (geometry: G, view: View) => boolean
}

/** The part of a canvas context that paths are made with, in CSS pixels of the stage. */
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

/** How each kind of shape looks. */
export interface ShapeLook<G> {
  /** Adds it to the path that the canvas strokes. */
  trace: (path: Path, geometry: G, view: View) => void
  /** What fills its path: the tint of a highlighted area, or the color of its line; without, nothing. */
  fill?: 'tint' | 'stroke'
  /** Its line has round ends and corners. */
  rounded?: boolean
  /**
   * Returns its lines in pixels of a picture of a size. Parts that have a size of their own, such as the head
   * of an arrow, depend on `scale`: the number of drawn pixels for a pixel of the picture.
   */
  outline: (geometry: G, picture: Size, scale: number) => ImagePoint[][]
}

/** The definition of one kind of shape. */
export interface ShapeDefinition<G> {
  util: ShapeUtil<G>
  look: ShapeLook<G>
  /** The key that selects its tool: a letter in lower case. */
  shortcut: string
  /** A Lucide icon, as in `i-lucide-square`. */
  icon: string
  /** Its texts in English. `app/text/annotation.ts` has those of the language of the page. */
  text: ShapeText
  /** Fractions of the image, which `text.describe` takes as percentages. */
  described: (geometry: G) => number[]
}

/** A type alias, because an interface has no index signature, which texts need. */
export type ShapeText = {
  /** Its name in the toolbar, the command palette and the list of shortcuts. */
  label: string
  /** Kind and position in one phrase, for screen readers. */
  describe: (...percentages: string[]) => string
}

/**
 * CSS pixels: a press that moved less is a click, and a shape smaller than this on the stage is not intended.
 */
export const CLICK_DISTANCE = 4
