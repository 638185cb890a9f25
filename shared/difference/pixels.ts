/** The pixels of an image as RGBA, in four numbers for each pixel. */
export type Rgba = Uint8ClampedArray

/** The pixels of an image as RGBA, in one number for each pixel. */
export type PackedPixels = Uint32Array

/**
 * The approximate number of pixels that are read, compared and drawn at a time: browsers limit the size of a
 * canvas, and comparing band by band limits the memory that a tall page needs.
 */
export const BAND_PIXELS = 2_000_000

/** Returns a view of the same memory with one number for each pixel. */
export const asPacked = ({ buffer, byteOffset, length }: Rgba): PackedPixels =>
  new Uint32Array(buffer, byteOffset, length / 4)

/** Returns a view of the same memory with four numbers for each pixel. */
export const asRgba = ({ buffer, byteOffset, byteLength }: PackedPixels): Rgba =>
  new Uint8ClampedArray(buffer, byteOffset, byteLength)

/** Compares two places for `sort`: from top to bottom, and in a row from left to right. */
export const byPlace = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  a.y - b.y || a.x - b.x

/** A box in pixels of the images. */
export interface PixelBox {
  x: number
  y: number
  width: number
  height: number
}
