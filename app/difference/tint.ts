import { colorOfChanges } from '#shared/difference/difference-bands'
import type { Rgba } from '#shared/difference/pixels'

/**
 * The number of pixels by which the tint extends beyond changed pixels. The spaces in and between the letters
 * of a changed word are then tinted too, so that the word is on one background and can be read.
 */
const AROUND = 3
/** The number of pixels from one stripe to the next, and the width of a stripe. */
const [STEP, STRIPE] = [9, 2]
/** The share of a stripe's color that is mixed with the picture, from 0 to 1. */
const STRIPE_SHARE = 0.45
/**
 * The tints of light and of dark images (RGB). On a light image, white becomes this color and black stays
 * black; on a dark image, black becomes this color and white stays white.
 */
const ON_LIGHT = [255, 186, 226] as const
const ON_DARK = [122, 10, 80] as const
/** The colors behind transparent pixels of light and of dark images, as in `FadedImage`. */
const [PLATE_LIGHT, PLATE_DARK] = [255, 24] as const

/** Rows of both images. Pixels that an image does not have are transparent. */
interface Rows {
  older: Rgba
  newer: Rgba
  width: number
  /** The index of the first row in the images. */
  y: number
  isDark: boolean
}

/**
 * Draws the changed pixels of a mask (RGBA, the others are transparent): the newer image with a tint, so that
 * its text can be read. Where only one of the images has pixels, its pixels are drawn with stripes.
 */
export function tintRows(
  mask: Uint8ClampedArray<ArrayBuffer>,
  { older, newer, width, y, isDark }: Rows,
): Uint8ClampedArray<ArrayBuffer> {
  const near = spread(mask, width)
  const drawn = new Uint8ClampedArray(mask.length)
  const tint = isDark ? ON_DARK : ON_LIGHT
  const stripe = colorOfChanges(isDark)
  const plate = isDark ? PLATE_DARK : PLATE_LIGHT
  for (let pixel = 0; pixel < near.length; pixel++) {
    if (near[pixel] === 0) continue
    const at = pixel * 4
    const isGone = newer[at + 3] === 0 && older[at + 3] !== 0
    const isStriped = isGone || (older[at + 3] === 0 && newer[at + 3] !== 0)
    const source = isGone ? older : newer
    const opacity = (source[at + 3] ?? 0) / 255
    const diagonal = (pixel % width) + y + Math.floor(pixel / width)
    const share = isStriped && diagonal % STEP < STRIPE ? STRIPE_SHARE : 0
    for (const channel of [0, 1, 2] as const) {
      const level = plate + opacity * ((source[at + channel] ?? 0) - plate)
      const tinted = isDark ? level + ((255 - level) * tint[channel]) / 255 : (level * tint[channel]) / 255
      drawn[at + channel] = tinted + share * (stripe[channel] - tinted)
    }
    drawn[at + 3] = 255
  }
  return drawn
}

/** Returns a byte for each pixel: 1 if a changed pixel is at most {@link AROUND} pixels away. */
function spread(mask: Rgba, width: number): Uint8Array {
  const changed = new Uint8Array(mask.length / 4)
  for (let pixel = 0; pixel < changed.length; pixel++) if (mask[pixel * 4 + 3] !== 0) changed[pixel] = 1
  const rows = changed.length / width
  const across = new Uint8Array(changed.length)
  for (let row = 0; row < rows; row++) fillNear(changed, across, row * width, 1, width)
  const all = new Uint8Array(changed.length)
  for (let column = 0; column < width; column++) fillNear(across, all, column, width, rows)
  return all
}

/** Sets the elements of a line of `to` that are near a set element of the same line of `from`. */
function fillNear(from: Uint8Array, to: Uint8Array, start: number, step: number, count: number): void {
  let until = -1
  for (let at = 0; at < count + AROUND; at++) {
    if (at < count && from[start + at * step] === 1) until = at + 2 * AROUND
    if (at >= AROUND && at <= until) to[start + (at - AROUND) * step] = 1
  }
}
