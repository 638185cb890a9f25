/** The number of equal parts of the color circle. */
const HUES = 36
/** The chroma below which a pixel counts as grey. */
const GREY = 0.02
/**
 * The smallest fraction of the pixels that must have a color. A picture with fewer colored pixels is grey.
 */
const MIN_COLORED = 0.005
/**
 * The number of neighboring hues, on each side, whose pixels also count for a hue. A more distant neighbor
 * has a smaller weight.
 */
const NEIGHBORS = 2

const linear = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Returns the coordinates a (green to red) and b (blue to yellow) of a color in OKLab (Ottosson, 2020). */
function toAxes(red: number, green: number, blue: number): [a: number, b: number] {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/**
 * Returns the strongest hue of a picture in degrees from 0 to 360, or null if less than 0.5 % of its pixels
 * have a color. It is the hue that most colored pixels have, not their mean: the mean of a red and a green
 * part would be a hue that the picture does not have.
 *
 * @param pixels - red, green, blue and alpha of each pixel, from 0 to 255, as in `ImageData.data`
 */
export function strongestHue(pixels: ArrayLike<number>): number | null {
  const counts = Array.from({ length: HUES }, () => 0)
  let visible = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    visible++
    const [a, b] = toAxes(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    if (Math.hypot(a, b) <= GREY) continue
    const hue = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1
    const part = Math.floor(hue * HUES) % HUES
    counts[part] = (counts[part] ?? 0) + 1
  }
  const colored = counts.reduce((sum, count) => sum + count, 0)
  if (visible === 0 || colored / visible < MIN_COLORED) return null
  /** For each hue, the weighted number of pixels with this hue or a neighboring hue. */
  const weights = counts.map((_, hue) => {
    let sum = 0
    for (let step = -NEIGHBORS; step <= NEIGHBORS; step++)
      sum += (counts[(hue + step + HUES) % HUES] ?? 0) * (NEIGHBORS + 1 - Math.abs(step))
    return sum
  })
  const heaviest = weights.indexOf(Math.max(...weights))
  return ((heaviest + 0.5) * 360) / HUES
}
