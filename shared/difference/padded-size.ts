import type { Box, Size } from '../annotation/projection'

/**
 * Returns the smallest size that contains all given sizes. Smaller images are padded at the right and at the
 * bottom.
 */
export function paddedSize(...sizes: Size[]): Size {
  return {
    width: Math.max(...sizes.map(each => each.width)),
    height: Math.max(...sizes.map(each => each.height)),
  }
}

/** Converts a box from fractions of an image to fractions of its padded size. */
export function boxInPadded(box: Box, image: Size, padded: Size): Box {
  const [x, y] = [image.width / padded.width, image.height / padded.height]
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y }
}
