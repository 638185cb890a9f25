/**
 * Stored numbers keep six decimals: a fiftieth of a pixel on a picture 20,000 pixels tall, and short JSON.
 */
const GRID = 1e6
/** What a floating-point product may be off the grid by and still lie on it. */
const NOISE = 1e-3

/** A value held between two bounds. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/**
 * A fraction of the picture as it is stored: six decimals, inside the bounds. It is rounded towards the
 * inside where the bound itself has more decimals (1 - 1/3), since rounding up there would leave the picture.
 */
export function fraction(value: number, low = 0, high = 1): number {
  const nearest = Math.round(clamp(value, low, high) * GRID)
  return clamp(nearest, Math.ceil(low * GRID - NOISE), Math.floor(high * GRID + NOISE)) / GRID
}

/** A fraction as people read it: `35 %`. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}
