import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'

/**
 * The space around a mark in its crop, on each side, as a fraction of the mark's width or height. Changed
 * pixels are often a part of a text; the crop then shows more of the text.
 */
const PADDING = 1 / 3
/**
 * The smallest size of a crop, in CSS pixels of the page in the image: it has space for a few words and
 * lines. A smaller crop around a point or a changed word would show too little of the page to recognize it.
 */
const MIN_SIZE: Size = { width: 240, height: 100 }
/** The smallest width of a crop as a fraction of the image's width, for images of unknown pixel density. */
const MIN_PART = 3 / 16

/**
 * Returns the number of image pixels per CSS pixel of the page. `known` is undefined if the image does not
 * state it.
 */
export const densityOf = (image: Size, known = 1): number =>
  Math.max(known, (image.width * MIN_PART) / MIN_SIZE.width)

/**
 * Returns the crop of an image that shows a mark and its surroundings, in image pixels. `box` is the mark's
 * box in fractions of `image`; `aspect` is width divided by height; `density` is the number of image pixels
 * per CSS pixel, if it is known. The crop lies inside the image. If the mark does not fit into such a crop,
 * the crop shows the middle of the mark. If the image is smaller than the smallest crop, the crop is centered
 * over the image.
 */
export function cropAround(box: Box, image: Size, aspect: number, density = 1): Box {
  const scale = densityOf(image, density)
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

/** The smallest scale, in CSS pixels per CSS pixel of the page, at which text in a crop can be read. */
export const MIN_SCALE = 0.5

/**
 * Returns whether text in a crop can be read if the crop is shown `width` CSS pixels wide. `density` is the
 * number of image pixels per CSS pixel of the page.
 */
export const isReadable = (crop: Box, width: number, density: number): boolean =>
  (width * density) / crop.width >= MIN_SCALE

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
