/** Stored fractions have six decimals: 1/50 pixel of an image 20,000 pixels tall. */
const GRID = 1e6
/** Tolerance for floating-point errors when a bound is rounded to the grid. */
const NOISE = 1e-3

/** Limits a value to a range. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/**
 * Limits a fraction of the image to a range, and rounds it to six decimals. Where a bound has more decimals
 * (1 - 1/3), it is rounded into the range: rounding up could leave the image.
 */
export function fraction(value: number, low = 0, high = 1): number {
  const nearest = Math.round(clamp(value, low, high) * GRID)
  return clamp(nearest, Math.ceil(low * GRID - NOISE), Math.floor(high * GRID + NOISE)) / GRID
}
