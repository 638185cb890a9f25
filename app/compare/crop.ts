import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'

/** Image pixels of context on each side of a mark; in an image with many pixels, a part of its width. */
const PADDING = 24
const PADDING_PART = 1 / 60
/**
 * The context on each side of a mark, as a part of the width and height of the mark. Changed pixels are often
 * a part of a text, of which the crop shows more.
 */
const PADDING_OF_MARK = 1 / 3
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
  const padded = (length: number) =>
    length + 2 * Math.max(PADDING, image.width * PADDING_PART, length * PADDING_OF_MARK)
  const width = Math.max(padded(box.width * image.width), min)
  const height = Math.max(padded(box.height * image.height), min / aspect)
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
