import { clamp } from '~/annotation/fraction'
import type { Box, Size } from '~/annotation/projection'

/** Pixels of the picture around a mark that let one see where it is. */
const AROUND = 24
/** Pixels across that a crop shows at least: a point has no size of its own. */
const LEAST = 160

/**
 * What a small picture of a spot shows: pixels of the picture around the mark's box (fractions of `noted`),
 * in the given aspect (width by height), inside the picture where it is large enough.
 */
export function cropAround(box: Box, noted: Size, aspect: number): Box {
  const width = Math.max(box.width * noted.width + 2 * AROUND, LEAST)
  const height = Math.max(box.height * noted.height + 2 * AROUND, LEAST / aspect)
  const size = { width: Math.max(width, height * aspect), height: Math.max(height, width / aspect) }
  const centre = { x: (box.x + box.width / 2) * noted.width, y: (box.y + box.height / 2) * noted.height }
  const along = (middle: number, length: number, room: number) =>
    length >= room ? (room - length) / 2 : clamp(middle - length / 2, 0, room - length)
  return {
    ...size,
    x: along(centre.x, size.width, noted.width),
    y: along(centre.y, size.height, noted.height),
  }
}

/** How a whole picture lies behind a window of this width (CSS pixels) that shows the crop. */
export function behindCrop(
  crop: Box,
  picture: Size,
  width: number,
): { width: number; height: number; left: number; top: number } {
  const scale = width / crop.width
  return {
    width: picture.width * scale,
    height: picture.height * scale,
    left: -crop.x * scale,
    top: -crop.y * scale,
  }
}
