import pixelmatch from 'pixelmatch'
import type { Size } from '~/annotation/projection'

/** Pixels compared at once: memory stays flat however tall a page is. */
const BAND_PIXELS = 2_000_000
/** Rows beside a band that its anti-aliasing test looks at. */
const MARGIN = 2
/** Vivid on any picture, and not the colour of a mark. */
const CHANGED: [number, number, number] = [236, 0, 140]

/** Rows of the difference: RGBA, transparent where nothing changed. */
export interface Band { y: number, rows: number, mask: Uint8ClampedArray<ArrayBuffer> }

/** Reads rows of both pictures as RGBA, padded with transparent pixels to the common width. */
export type ReadRows = (y: number, rows: number) => [Uint8ClampedArray, Uint8ClampedArray]

/** Compares two pictures band by band; together the bands are what comparing them whole would give. */
export function* differenceBands({ width, height }: Size, read: ReadRows, bandPixels = BAND_PIXELS): Generator<Band> {
  const step = Math.max(1, Math.floor(bandPixels / width))
  for (let y = 0; y < height; y += step) {
    const rows = Math.min(step, height - y)
    const from = Math.max(0, y - MARGIN)
    const to = Math.min(height, y + rows + MARGIN)
    const mask = new Uint8ClampedArray(width * (to - from) * 4)
    const [left, right] = read(from, to - from)
    pixelmatch(left, right, mask, width, to - from, { threshold: 0.1, diffMask: true, diffColor: CHANGED })
    yield { y, rows, mask: mask.slice((y - from) * width * 4, (y - from + rows) * width * 4) }
  }
}
