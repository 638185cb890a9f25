import type { Component } from 'vue'
import type { Geometry, GeometryOf, PointGeometry, ShapeKind } from '#shared/contract/geometry'
import type { Box, View } from '../projection'

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
 * What each kind of shape can do. Geometry is in fractions of the image. Returned geometry is accepted by the
 * contract's schema and has at most six decimals, except where a size does not change. No view code.
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
  /** Kind and position in one phrase, for screen readers. */
  describe: (geometry: G, percent: (fraction: number) => string) => string
}

/** How a shape is painted. Each is painted twice: a white halo, and its colour over it. */
export interface Paint {
  stroke: string
  strokeWidth: number
  opacity?: number
  /** CSS pixels: the lengths of dashes and gaps; without, the line is solid. */
  dash?: number[]
  /** Fills the area of a highlighted shape that has one. */
  tint?: string
}

/** The props of a kind's `Component`, which renders one Konva node. */
export interface ShapeProps<G> {
  geometry: G
  view: View
  paint: Paint
}

/** The definition of one kind of shape. */
export interface ShapeDefinition<K extends ShapeKind> {
  util: ShapeUtil<GeometryOf<K>>
  /** Its name in the toolbar, the command palette and the list of shortcuts. */
  readonly label: string
  /** The key that selects its tool: a letter in lower case. */
  shortcut: string
  /** A Lucide icon, as in `i-lucide-square`. */
  icon: string
  /** Draws it. Loaded by the canvas alone: Konva is not in the code of toolbar, shortcuts and comments. */
  Component: () => Promise<{ default: Component<ShapeProps<GeometryOf<K>>> }>
}

/**
 * CSS pixels: a press that moved less is a click, and a shape smaller than this on the stage is not intended.
 */
export const CLICK_DISTANCE = 4
