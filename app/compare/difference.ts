import pixelmatch from 'pixelmatch'
import type { Size } from '~/annotation/projection'

/** Pixels compared at once: memory stays flat however tall a page is. */
const BAND_PIXELS = 2_000_000
/** Rows beside a band that its anti-aliasing test looks at. */
const MARGIN = 2
/** Vivid on any picture, and not the colour of a mark. */
const CHANGED: [number, number, number] = [236, 0, 140]

/**
 * Rows of the difference: RGBA, transparent where nothing changed. `slight` counts pixels that are not the
 * same and still too alike, or too much of an edge's smoothing, to be taken for a change.
 */
export interface Band {
  y: number
  rows: number
  mask: Uint8ClampedArray<ArrayBuffer>
  slight: number
}

/** Reads rows of both pictures as RGBA, padded with transparent pixels to the common width. */
export type ReadRows = (y: number, rows: number) => [Uint8ClampedArray, Uint8ClampedArray]

/**
 * `exact`: both pictures are as they were taken, so that whatever differs has changed. Otherwise coding
 * leaves traces.
 */
interface Strictness {
  exact: boolean
  bandPixels?: number
}

/** Compares two pictures band by band; together the bands are what comparing them whole would give. */
export function* differenceBands(
  { width, height }: Size,
  read: ReadRows,
  { exact, bandPixels = BAND_PIXELS }: Strictness,
): Generator<Band> {
  const step = Math.max(1, Math.floor(bandPixels / width))
  for (let y = 0; y < height; y += step) {
    const rows = Math.min(step, height - y)
    const from = Math.max(0, y - MARGIN)
    const to = Math.min(height, y + rows + MARGIN)
    const mask = new Uint8ClampedArray(width * (to - from) * 4)
    const [left, right] = read(from, to - from)
    const [start, end] = [(y - from) * width * 4, (y - from + rows) * width * 4]
    if (exact) markUnequal(left, right, mask, start, end)
    else
      pixelmatch(left, right, mask, width, to - from, { threshold: 0.03, diffMask: true, diffColor: CHANGED })
    yield {
      y,
      rows,
      mask: mask.slice(start, end),
      slight: exact ? 0 : countSlight(left, right, mask, start, end),
    }
  }
}

type Pixels = Uint8ClampedArray

const differs = (left: Pixels, right: Pixels, at: number) =>
  left[at] !== right[at] ||
  left[at + 1] !== right[at + 1] ||
  left[at + 2] !== right[at + 2] ||
  left[at + 3] !== right[at + 3]

function markUnequal(left: Pixels, right: Pixels, mask: Pixels, start: number, end: number) {
  for (let at = start; at < end; at += 4) if (differs(left, right, at)) mask.set([...CHANGED, 255], at)
}

function countSlight(left: Pixels, right: Pixels, mask: Pixels, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 4) if (mask[at + 3] === 0 && differs(left, right, at)) count++
  return count
}
