import type { PointGeometry } from '#shared/contract/geometry'

/** A box in fractions of the picture. */
export interface Box { x: number, y: number, width: number, height: number }

/** What each kind of mark can do; geometry in fractions of the picture, no view code. */
export interface ShapeUtil<G> {
  /** The area it covers. */
  bounds: (geometry: G) => Box
  /** Where its numbered pin stands. */
  anchor: (geometry: G) => PointGeometry
  /** From where a drag began to where it ended. */
  fromDrag: (start: PointGeometry, end: PointGeometry) => G
  /** Moved as far as the picture allows, its size kept. */
  moveBy: (geometry: G, dx: number, dy: number) => G
  /** Its far corner or end moved. */
  sizeBy: (geometry: G, dx: number, dy: number) => G
  /** Too small to have been meant, measured in fractions of the picture. */
  isTooSmall: (geometry: G, least: PointGeometry) => boolean
  /** One phrase for who cannot see it. */
  describe: (geometry: G) => string
}

/** Six decimals are kept. */
export const round = (value: number) => Math.round(value * 1e6) / 1e6
export const clamp = (value: number, low = 0, high = 1) => round(Math.min(high, Math.max(low, value)))
export const percent = (value: number) => `${Math.round(value * 100)} %`
