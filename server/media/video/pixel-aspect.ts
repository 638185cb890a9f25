import { MediaError } from '../error'

interface Size {
  width: number
  height: number
}

/** The largest width and height in pixels of a video that Chromium shows. */
const MAX_SIDE = 32_767

/**
 * Returns the size at which Chromium shows frames whose pixels are not square. `aspect` is the width of a
 * pixel divided by its height. Throws a MediaError for a size that Chromium does not show.
 */
export function sizeOfPixels(coded: Size, aspect: number): Size {
  const width = aspect > 1 ? Math.round(coded.width * aspect) : coded.width
  const height = aspect > 1 ? coded.height : Math.round(coded.height / aspect)
  if (Math.max(width, height) > MAX_SIDE)
    throw new MediaError(
      'too_many_pixels',
      `The video states a size of ${width} × ${height} pixels; browsers show up to ${MAX_SIDE} per side.`,
      'Export it with square pixels.',
    )
  return { width, height }
}
