import type { Size } from '../annotation/projection'
import { createChangeMap, type Change } from './changes'
import { differenceBands, type Band, type PixelBox, type PixelRule, type ReadRows } from './difference'
import { joinLines } from './lines'
import { MOST_PIXELS } from './moves'
import { regionsWithMoves } from './regions'

/** The difference of two images. Counts are in pixels. */
export interface ImageDifference {
  changed: number
  /** The number of pixels that differ, but do not count as changed. */
  belowThreshold: number
  total: number
  /** The changed regions. A block that moved is one region, and so are changes on one line of text. */
  changes: Change[]
}

interface CompareOptions extends PixelRule {
  /** Regions whose pixels count as equal. */
  ignored?: readonly PixelBox[]
  /** Whether the images are dark, which decides the color of the mask. */
  isDark?: boolean
  /** Whether blocks that moved are searched. Images with too many pixels are never searched. */
  findsMoves?: boolean
}

/**
 * Compares two images of the same padded size. The dashboard and the server both call it, so that they report
 * the same changes. `onBand` receives the mask from top to bottom.
 */
export async function compareImages(
  size: Size,
  read: ReadRows,
  { findsMoves = true, ...options }: CompareOptions,
  onBand: (band: Band) => Promise<void> = async () => {},
): Promise<ImageDifference> {
  const total = size.width * size.height
  const map = createChangeMap(size.width)
  /** Whether each pixel is changed; null if no moved blocks are searched. */
  const mask = findsMoves && total <= MOST_PIXELS ? new Uint8Array(total) : null
  let changed = 0
  let belowThreshold = 0
  for (const band of differenceBands(size, read, options)) {
    changed += map.add(band.mask, band.y)
    belowThreshold += band.belowThreshold
    for (let pixel = 0; mask && pixel < band.rows * size.width; pixel++)
      mask[band.y * size.width + pixel] = band.mask[pixel * 4 + 3] ?? 0
    await onBand(band)
  }
  const regions = map.regions()
  if (!mask || regions.length <= 1) return { changed, belowThreshold, total, changes: joinLines(regions) }
  const [left, right] = read(0, size.height)
  const changes = regionsWithMoves(asNumbers(left), asNumbers(right), size, mask, regions)
  return { changed, belowThreshold, total, changes: joinLines(changes) }
}

const asNumbers = ({ buffer, byteOffset, length }: Uint8ClampedArray) =>
  new Uint32Array(buffer, byteOffset, length / 4)
