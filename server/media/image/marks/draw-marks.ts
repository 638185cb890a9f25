import { TEXT_HEIGHT, textPixels, textWidth } from './font'
import type { ImagePoint, Size } from '#shared/annotation/projection'

/** A mark whose points are in pixels of the drawing. */
export interface DrawnMark {
  lines: ImagePoint[][]
  /** The number of the mark. It is drawn in a disc whose center is `at`. */
  label?: { value: number; at: ImagePoint }
}

type Color = readonly [red: number, green: number, blue: number]

const ORANGE: Color = [0xff, 0x5a, 0x1f]
/** The background color of a number. Its contrast ratio to the white digits is 5 to 1. */
const PIN: Color = [0xc9, 0x3c, 0x08]
const WHITE: Color = [0xff, 0xff, 0xff]
/**
 * Half the width of a line in pixels of the drawing, without and with its white rim. The rim makes the line
 * visible on any picture.
 */
const LINE = 1.75
const RIM = 3.5
/** The number of drawing pixels per font pixel, and the margin between a number and the edge of its disc. */
const FONT_SCALE = 2
const DISC_MARGIN = 5

/** Draws marks as raw RGBA pixels. Computes each pixel, because the decoder rejects SVG. */
export function drawMarks({ width, height }: Size, marks: readonly DrawnMark[]): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  const size = { width, height }
  const distances = new Float32Array(width * height).fill(Infinity)
  for (const { lines } of marks) {
    // Only the pixels near the lines are visited: a picture may have thousands of marks.
    const near: number[] = []
    for (const line of lines)
      for (const [index, to] of line.slice(1).entries()) measure(distances, near, size, line[index] ?? to, to)
    for (const index of near) {
      const distance = distances[index] ?? Infinity
      distances[index] = Infinity
      blend(pixels, index, WHITE, coverage(distance, RIM))
      blend(pixels, index, ORANGE, coverage(distance, LINE))
    }
  }
  // Numbers are drawn last, so that no line covers them.
  for (const { label } of marks) if (label) drawLabel(pixels, size, label)
  return pixels
}

/** Returns the radius of the disc that contains a number. The radius includes the white rim. */
export function discRadius(value: number): number {
  return (Math.hypot(textWidth(String(value)), TEXT_HEIGHT) / 2) * FONT_SCALE + DISC_MARGIN
}

/**
 * Updates `distances` for the pixels near a line segment. An entry is the distance of a pixel to the nearest
 * line segment that was measured so far, Infinity before the first. Adds the pixels that had no distance to
 * `near`.
 */
function measure(
  distances: Float32Array,
  near: number[],
  size: Size,
  from: ImagePoint,
  to: ImagePoint,
): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length2 = dx * dx + dy * dy
  forEachPixel(size, from, to, RIM + 1, (x, y, index) => {
    const along = length2 === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length2
    const t = Math.max(0, Math.min(1, along))
    const [besideX, besideY] = [x - from.x - t * dx, y - from.y - t * dy]
    const distance = Math.sqrt(besideX * besideX + besideY * besideY)
    if (distance > RIM + 1) return
    const known = distances[index] ?? 0
    if (known === Infinity) near.push(index)
    if (distance < known) distances[index] = distance
  })
}

function drawLabel(pixels: Buffer, size: Size, { value, at }: { value: number; at: ImagePoint }): void {
  const radius = discRadius(value)
  forEachPixel(size, at, at, radius + 1, (x, y, index) => {
    const distance = Math.hypot(x - at.x, y - at.y)
    blend(pixels, index, WHITE, coverage(distance, radius))
    blend(pixels, index, PIN, coverage(distance, radius - 2))
  })
  const text = String(value)
  const left = Math.round(at.x - (textWidth(text) * FONT_SCALE) / 2)
  const top = Math.round(at.y - (TEXT_HEIGHT * FONT_SCALE) / 2)
  for (const pixel of textPixels(text))
    for (let row = 0; row < FONT_SCALE; row++)
      for (let column = 0; column < FONT_SCALE; column++) {
        const x = left + pixel.x * FONT_SCALE + column
        const y = top + pixel.y * FONT_SCALE + row
        if (x >= 0 && y >= 0 && x < size.width && y < size.height) blend(pixels, y * size.width + x, WHITE, 1)
      }
}

/**
 * Calls a function for each pixel that is at most `margin` away from a line segment, and may call it for
 * pixels slightly farther away. Passes the center of the pixel and the index of the pixel.
 */
function forEachPixel(
  { width, height }: Size,
  from: ImagePoint,
  to: ImagePoint,
  margin: number,
  run: (x: number, y: number, index: number) => void,
): void {
  const reach = margin + 1
  /**
   * Returns the x coordinate of the segment at a y coordinate. Above and below the segment, returns the x
   * coordinate of its nearest end.
   */
  const xAt = (y: number) => {
    const t = to.y === from.y ? 0 : Math.max(0, Math.min(1, (y - from.y) / (to.y - from.y)))
    return from.x + t * (to.x - from.x)
  }
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + margin))
  for (let y = Math.max(0, Math.floor(Math.min(from.y, to.y) - margin)); y <= bottom; y++) {
    const xs = from.y === to.y ? [from.x, to.x] : [xAt(y - reach), xAt(y + reach)]
    const right = Math.min(width - 1, Math.ceil(Math.max(...xs) + margin))
    for (let x = Math.max(0, Math.floor(Math.min(...xs) - margin)); x <= right; x++)
      run(x + 0.5, y + 0.5, y * width + x)
  }
}

/**
 * Returns which fraction of a pixel a round shape covers (0 to 1). `distance` is the distance of the pixel to
 * the center line of the shape, `radius` the radius of the shape. The edge is one pixel wide, so that it
 * looks smooth.
 */
const coverage = (distance: number, radius: number) => Math.max(0, Math.min(1, radius + 0.5 - distance))

/** Blends a color over a pixel. `alpha` is the opacity of the color. */
function blend(pixels: Buffer, index: number, color: Color, alpha: number): void {
  if (alpha === 0) return
  const at = index * 4
  const below = ((pixels[at + 3] ?? 0) / 255) * (1 - alpha)
  const total = alpha + below
  for (const [channel, level] of color.entries())
    pixels[at + channel] = Math.round((level * alpha + (pixels[at + channel] ?? 0) * below) / total)
  pixels[at + 3] = Math.round(total * 255)
}
