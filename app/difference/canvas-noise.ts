/**
 * Pixels: the side of the square test image. It is large enough to detect noise that changes one pixel in a
 * hundred.
 */
const SIDE = 64
/**
 * The maximum change of a color level that counts as noise. After a larger change, the pixels count as
 * hidden.
 */
const MAX_NOISE = 3

/**
 * How a browser reads the pixels of a canvas. As a protection against fingerprinting, some browsers change
 * the color levels a little, and others hide all pixels.
 */
export type CanvasReading = 'exact' | 'noisy' | 'hidden'

/** Returns opaque pixels (RGBA) that contain every color level. */
export function knownPixels(): ImageData {
  const image = new ImageData(SIDE, SIDE)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++)
    image.data.set([pixel & 255, (pixel * 7) & 255, 255 - (pixel & 255), 255], pixel * 4)
  return image
}

/**
 * Compares known pixels with the pixels that the browser read from a canvas. Returns whether the browser read
 * them exactly, with noise, or not at all.
 */
export function readingOf(known: Uint8ClampedArray, read: Uint8ClampedArray): CanvasReading {
  let most = 0
  for (const [at, level] of known.entries()) most = Math.max(most, Math.abs(level - (read[at] ?? 0)))
  return most === 0 ? 'exact' : most <= MAX_NOISE ? 'noisy' : 'hidden'
}
