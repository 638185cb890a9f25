/** The number of samples along each side of a pixel. Several samples per pixel make the edges smooth. */
const SAMPLES = 4

/**
 * Draws a play mark as raw RGBA in a square of `side` pixels: a white triangle on a dark translucent disc. It
 * calculates each pixel, because the decoder rejects SVG.
 */
export function playMark(side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 4)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let disc = 0
      let triangle = 0
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        // The position of the sample, relative to the center of the disc, from -1 to 1.
        const u = ((x + ((sample % SAMPLES) + 0.5) / SAMPLES) / side) * 2 - 1
        const v = ((y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / side) * 2 - 1
        if (u * u + v * v > 1) continue
        disc += 1
        if (u > -0.3 && Math.abs(v) < (0.5 - u) * 0.55) triangle += 1
      }
      const total = SAMPLES * SAMPLES
      const white = triangle / total
      const dark = (disc / total) * 0.68 * (1 - white)
      const alpha = white + dark
      const level = alpha === 0 ? 0 : Math.round((255 * white) / alpha)
      pixels.set([level, level, level, Math.round(alpha * 255)], (y * side + x) * 4)
    }
  }
  return pixels
}
