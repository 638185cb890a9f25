/**
 * The number of steps from 0 to 1, because fractions are stored with six decimals. On an image that is 20,000
 * pixels tall, this is exact to 1/50 of a pixel.
 */
const GRID = 1e6
/**
 * The tolerance for floating-point errors when a bound of a range is rounded to six decimals, in units of the
 * sixth decimal.
 */
const NOISE = 1e-3

/** Limits a value to a range. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/**
 * Limits a fraction of the image to a range, and rounds it to six decimals. A bound with more decimals, such
 * as 1 - 1/3, is rounded to a value inside the range, so that the result is never outside of the image.
 */
export function fraction(value: number, low = 0, high = 1): number {
  const nearest = Math.round(clamp(value, low, high) * GRID)
  return clamp(nearest, Math.ceil(low * GRID - NOISE), Math.floor(high * GRID + NOISE)) / GRID
}
