import pixelmatch from 'pixelmatch'
import type { Size } from '../annotation/projection'
import { asPacked, BAND_PIXELS, type PixelBox, type Rgba } from './pixels'
import { clearTextNoise, NOISE_CELL } from './text-noise'

/**
 * The number of additional rows that are read above and below a band, because the tests for text noise and
 * anti-aliasing also read the pixels around a pixel.
 */
const MARGIN = 2 * NOISE_CELL
/**
 * The color of changed pixels (RGB). It is visible on a light and on a dark background, and differs from the
 * colors of marks.
 */
const CHANGED: [number, number, number] = [236, 0, 140]
const CHANGED_ON_DARK: [number, number, number] = [255, 102, 196]
/** The mean lightness, from 0 to 1, below which an image counts as dark. */
const DARK = 0.4

/** Returns the color of changed pixels on light or on dark images. */
export const colorOfChanges = (isDark: boolean): [number, number, number] =>
  isDark ? CHANGED_ON_DARK : CHANGED

/** Successive rows of the difference of two images. */
export interface Band {
  /** The index of the first row. */
  y: number
  rows: number
  /** The pixels in RGBA. Unchanged pixels are transparent. */
  mask: Uint8ClampedArray<ArrayBuffer>
  /** The number of pixels that differ, but do not count as changed: see {@link PixelRule}. */
  belowThreshold: number
}

/** Reads the same rows of both images as RGBA, padded with transparent pixels to the common width. */
export type ReadRows = (y: number, rows: number) => [left: Rgba, right: Rgba]

/** The color difference, from 0 to 1, below which colors count as equal in images with lossy compression. */
export const LOSSY_THRESHOLD = 0.03

/** The rule by which a pixel counts as changed. */
export interface PixelRule {
  /**
   * The color difference, from 0 to 1, below which colors count as equal. Pixels that differ because of
   * anti-aliasing then count as equal too. With 0, every difference counts. With null, every difference
   * counts, except differences from lossy compression and from text that was rendered again ({@link
   * clearTextNoise}).
   */
  threshold: number | null
  /** Whether both images are stored without loss. Lossy compression changes pixels slightly. */
  isLossless: boolean
}

interface DifferenceOptions extends PixelRule {
  /** Regions whose pixels count as equal. */
  ignored?: readonly PixelBox[]
  /** Whether the images are dark, which decides the color of the mask. */
  isDark?: boolean
  bandPixels?: number
}

/**
 * Compares two images band by band. The result is the same as for a comparison of the whole images. The only
 * exception is anti-aliasing or text noise that extends further beyond a band than the additional rows that
 * are read.
 */
export function* differenceBands(
  { width, height }: Size,
  read: ReadRows,
  { threshold, isLossless, ignored = [], isDark = false, bandPixels = BAND_PIXELS }: DifferenceOptions,
): Generator<Band> {
  const diffColor = colorOfChanges(isDark)
  const isExact = threshold === 0 || (threshold === null && isLossless)
  const step = NOISE_CELL * Math.max(1, Math.floor(bandPixels / width / NOISE_CELL))
  for (let y = 0; y < height; y += step) {
    const rows = Math.min(step, height - y)
    const from = Math.max(0, y - MARGIN)
    const to = Math.min(height, y + rows + MARGIN)
    const mask = new Uint8ClampedArray(width * (to - from) * 4)
    const [left, right] = read(from, to - from)
    for (const box of ignored) copyBox(left, right, width, { ...box, y: box.y - from })
    const [start, end] = [(y - from) * width * 4, (y - from + rows) * width * 4]
    let belowThreshold = 0
    // In most pairs of images, most rows are equal. These are skipped.
    const differing = differingRows(left, right, width)
    if (differing) {
      const [first, last] = [differing.first * width * 4, differing.last * width * 4]
      const parts = [left, right, mask].map(each => each.subarray(first, last)) as [Rgba, Rgba, Rgba]
      if (isExact) markUnequal(...parts, diffColor)
      else
        pixelmatch(...parts, width, differing.last - differing.first, {
          threshold: threshold ?? LOSSY_THRESHOLD,
          diffMask: true,
          diffColor,
        })
      if (threshold === null) clearTextNoise(...parts, width)
      belowThreshold = countBelowThreshold(left, right, mask, Math.max(start, first), Math.min(end, last))
    }
    yield { y, rows, mask: mask.slice(start, end), belowThreshold }
  }
}

/**
 * Returns whether images are dark: whether the mean luma (ITU-R BT.709) of their pixels is low. Transparent
 * pixels count as if they were on a white background.
 */
export function areDark(...images: Rgba[]): boolean {
  let [sum, count] = [0, 0]
  for (const pixels of images) {
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      sum += 1 + (alpha / 255) * (luma / 255 - 1)
      count++
    }
  }
  return sum < DARK * count
}

/**
 * Returns the rows in which two images differ, and the neighboring rows that the comparison of a pixel needs;
 * null if the images are equal. `last` is exclusive. The first row is a multiple of {@link NOISE_CELL}.
 */
function differingRows(left: Rgba, right: Rgba, width: number): { first: number; last: number } | null {
  const [one, other] = [asPacked(left), asPacked(right)]
  let first = 0
  while (first < one.length && one[first] === other[first]) first++
  if (first === one.length) return null
  let last = one.length - 1
  while (one[last] === other[last]) last--
  const aligned = Math.floor(first / width / NOISE_CELL) * NOISE_CELL
  return {
    first: Math.max(0, aligned - MARGIN),
    last: Math.min(one.length / width, Math.floor(last / width) + 1 + MARGIN),
  }
}

const differs = (left: Rgba, right: Rgba, at: number) =>
  left[at] !== right[at] ||
  left[at + 1] !== right[at + 1] ||
  left[at + 2] !== right[at + 2] ||
  left[at + 3] !== right[at + 3]

/**
 * Copies the pixels of a box from one image to the other. Ignores the parts of the box that are outside of
 * the images.
 */
function copyBox(source: Rgba, target: Rgba, width: number, box: PixelBox) {
  const rows = target.length / (width * 4)
  const [left, right] = [Math.max(0, box.x), Math.min(width, box.x + box.width)]
  for (let y = Math.max(0, box.y); y < Math.min(rows, box.y + box.height); y++) {
    const [start, end] = [(y * width + left) * 4, (y * width + right) * 4]
    if (start < end) target.set(source.subarray(start, end), start)
  }
}

function markUnequal(left: Rgba, right: Rgba, mask: Rgba, color: [number, number, number]) {
  for (let at = 0; at < mask.length; at += 4) if (differs(left, right, at)) mask.set([...color, 255], at)
}

function countBelowThreshold(left: Rgba, right: Rgba, mask: Rgba, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 4) if (mask[at + 3] === 0 && differs(left, right, at)) count++
  return count
}
