import type { Size, View } from '#shared/annotation/projection'

/** Returns the CSS of an image in a view. `size`: in image pixels, if it differs from the image's. */
export function placeStyle({ image, scale, x, y }: View, size: Size = image) {
  return {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    transform: `translate(${x}px, ${y}px)`,
  }
}
