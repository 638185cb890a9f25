import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'

/**
 * The context on each side of a mark, as a part of the width and height of the mark. Changed pixels are often
 * a part of a text, of which the crop shows more.
 */
const PADDING = 1 / 3
/**
 * The smallest crop, in CSS pixels of the page in the image: a few words and lines. Around a point and around
 * a changed word, a smaller one shows a part of a figure, which no one can judge.
 */
const MIN_SIZE: Size = { width: 240, height: 100 }
/** The smallest width of a crop as a fraction of the image's width, for images of unknown pixel density. */
const MIN_PART = 3 / 16

/**
 * Returns the crop of an image that shows a mark and its surroundings, in image pixels. `box` is the mark's
 * box in fractions of `image`; `aspect` is width divided by height; `density` is the number of image pixels
 * per CSS pixel, if it is known. The crop lies inside the image if the image is large enough; of a mark that
 * would need a larger crop, it shows the middle. A crop of an image that is smaller than the smallest crop is
 * centered over the image.
 */
export function cropAround(box: Box, image: Size, aspect: number, density = 1): Box {
  const scale = Math.max(density, (image.width * MIN_PART) / MIN_SIZE.width)
  const least = scale * Math.max(MIN_SIZE.width, MIN_SIZE.height * aspect)
  const padded = (length: number) => length * (1 + 2 * PADDING)
  const wanted = Math.max(padded(box.width * image.width), padded(box.height * image.height) * aspect)
  const inside = Math.min(image.width, image.height * aspect)
  const width = Math.max(Math.min(wanted, inside), least)
  const size = { width, height: width / aspect }
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
