import type { Size, View } from '#shared/annotation/projection'

/**
 * Returns the CSS that places an image in a view. `size`: the size to show in image pixels, if it is not the
 * size of the image.
 */
export function placeStyle({ image, scale, x, y }: View, size: Size = image) {
  return {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    transform: `translate(${x}px, ${y}px)`,
  }
}

/** The radius of the rounded corners of pictures. */
export const CORNERS = '10px'

/**
 * Returns the radius of the corners of a picture in a view. Rounded corners would hide pixels of a picture
 * that is enlarged. `ratio`: device pixels per CSS pixel.
 */
export const cornersOf = ({ scale }: View, ratio: number): string | undefined =>
  scale * ratio < 0.999 ? CORNERS : undefined
