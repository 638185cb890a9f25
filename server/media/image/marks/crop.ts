import type { Box, ImagePoint, Size } from '#shared/annotation/projection'

/** The margin on each side of the mark, as a fraction of the mark's size. */
const MARGIN = 0.6
/**
 * The minimum width and height of a crop in pixels, so that the surroundings of a small mark can be
 * recognized.
 */
const MIN_SIDE = 480
/**
 * The maximum ratio of the long side of a crop to its short side. Models scale a picture down until its long
 * side fits their limit, so a narrow crop would lose detail.
 */
const MAX_ASPECT = 2

/**
 * Returns the part of a picture that is shown for a mark, in whole pixels. It contains the mark and a margin,
 * and is within the picture.
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

/**
 * Returns the start and the length of a section, in whole pixels. The section has the given center and
 * length, but is moved if it would begin before 0 or end after `end`.
 */
function within(center: number, length: number, end: number): [start: number, length: number] {
  const whole = Math.min(end, Math.round(length))
  const start = Math.round(center - whole / 2)
  return [Math.max(0, Math.min(start, end - whole)), whole]
}

/** Returns the smallest box that contains all points. There must be at least one. */
export function boundsOf(points: readonly ImagePoint[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
