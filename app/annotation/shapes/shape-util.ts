import type { PointGeometry } from '#shared/contract/geometry'
import type { Box, View } from '../projection'

/** The names of every handle: a rectangle's corners and sides by compass, an arrow's ends, a point itself. */
export type HandleName = 'nw' | 'ne' | 'se' | 'sw' | 'n' | 'e' | 's' | 'w' | 'start' | 'end' | 'spot'

/** A place to grab a mark by, in fractions of the picture. */
export interface Handle<H extends HandleName = HandleName> {
  name: H
  at: PointGeometry
}

/**
 * What each kind of mark can do. Geometry is in fractions of the picture; what it answers is accepted by the
 * contract's schema and has at most six decimals, apart from a size that is kept. No view code.
 */
export interface ShapeUtil<G, H extends HandleName = HandleName> {
  /** The area it covers. */
  bounds: (geometry: G) => Box
  /** Where its numbered pin stands. */
  anchor: (geometry: G) => PointGeometry
  /** How far a spot lies from it in CSS pixels; 0 on it, and inside a rectangle. */
  distance: (geometry: G, at: PointGeometry, view: View) => number
  /** Whether a spot is on it, or within `tolerance` CSS pixels. */
  hit: (geometry: G, at: PointGeometry, view: View, tolerance: number) => boolean
  /** How much of the picture it hides from a click: nothing for a spot or a line. */
  area: (geometry: G) => number
  /** Where it can be grabbed, corners before sides. */
  handles: (geometry: G) => Handle<H>[]
  /** From where a drag began to where it ended. */
  fromDrag: (start: PointGeometry, end: PointGeometry) => G
  /** Moved as far as the picture allows, its size kept. */
  moveBy: (geometry: G, dx: number, dy: number) => G
  /** One handle brought to a spot, the opposite one kept. A handle of another kind changes nothing. */
  dragHandle: (geometry: G, handle: HandleName, to: PointGeometry) => G
  /** Its far corner or end moved. */
  sizeBy: (geometry: G, dx: number, dy: number) => G
  /** Too small on the stage to have been meant. */
  isTooSmall: (geometry: G, view: View) => boolean
  /** One phrase for who cannot see it. */
  describe: (geometry: G) => string
}

/**
 * CSS pixels: a press that moved less is a click, and a mark smaller than this on the stage was not meant.
 */
export const CLICK_DISTANCE = 4
