import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'

/** Image pixels of context on each side of a mark. */
const PADDING = 24
/** The smallest width of a crop in image pixels. It is needed for points, which have no width and height. */
const MIN_SIZE = 160
/**
 * The smallest width of a crop as a fraction of the image's width. It applies to screenshots of screens with
 * a high pixel density.
 */
const MIN_PART = 1 / 8

/**
 * Returns the crop of an image that shows a mark and its surroundings, in image pixels. `box` is the mark's
 * box in fractions of `image`; `aspect` is width divided by height. The crop lies inside the image if the
 * image is large enough. On an axis on which the crop is larger than the image, it is centered over the
 * image.
 */
export function cropAround(box: Box, image: Size, aspect: number): Box {
  const min = Math.max(MIN_SIZE, image.width * MIN_PART)
  const width = Math.max(box.width * image.width + 2 * PADDING, min)
  const height = Math.max(box.height * image.height + 2 * PADDING, min / aspect)
  const size = { width: Math.max(width, height * aspect), height: Math.max(height, width / aspect) }
  const center = { x: (box.x + box.width / 2) * image.width, y: (box.y + box.height / 2) * image.height }
  const startOf = (middle: number, length: number, available: number) =>
    length >= available ? (available - length) / 2 : clamp(middle - length / 2, 0, available - length)
  return {
    ...size,
    x: startOf(center.x, size.width, image.width),
    y: startOf(center.y, size.height, image.height),
  }
}

/**
 * Returns the size and the offset of the whole image, in CSS pixels, so that an element of the given width
 * that hides the overflow shows only the crop.
 */
export function cropImageStyle(
  crop: Box,
  image: Size,
  width: number,
): { width: number; height: number; left: number; top: number } {
  const scale = width / crop.width
  return {
    width: image.width * scale,
    height: image.height * scale,
    left: -crop.x * scale,
    top: -crop.y * scale,
  }
}
