import type { Box, ImagePoint, Size } from '#shared/annotation/projection'

/** Of the mark's size, on each side of it. */
const MARGIN = 0.6
/** Pixels: the least size of a crop, so that what is around a small mark can be recognized. */
const MIN_SIDE = 480
/** A crop is at most this many times as long as it is wide: models scale the long side down. */
const MAX_ASPECT = 2

/**
 * Returns the part of a picture to show around a mark, in whole pixels: the mark with a margin, as far as the
 * picture reaches.
 */
export function cropAround(mark: Box, picture: Size): Box {
  let width = Math.max(MIN_SIDE, mark.width * (1 + 2 * MARGIN))
  let height = Math.max(MIN_SIDE, mark.height * (1 + 2 * MARGIN))
  width = Math.max(width, height / MAX_ASPECT)
  height = Math.max(height, width / MAX_ASPECT)
  const [x, w] = within(mark.x + mark.width / 2, width, picture.width)
  const [y, h] = within(mark.y + mark.height / 2, height, picture.height)
  return { x, y, width: w, height: h }
}

/** Returns start and length, in whole pixels, of a length around a centre that stays between 0 and `end`. */
function within(centre: number, length: number, end: number): [start: number, length: number] {
  const whole = Math.min(end, Math.round(length))
  const start = Math.round(centre - whole / 2)
  return [Math.max(0, Math.min(start, end - whole)), whole]
}

/** Returns the smallest box around points, of which there is at least one. */
export function boundsOf(points: readonly ImagePoint[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
