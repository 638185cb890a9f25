import type { Size } from '../annotation/projection'
import { alignImages } from './blocks/alignment'
import { alignedRows, unevenShifts } from './blocks/aligned-rows'
import { changesOf, maskBands, withEarlierPlaces } from './blocks/block-changes'
import { createChangeMap, type Change } from './changes'
import { colorOfChanges, differenceBands, type Band, type PixelRule, type ReadRows } from './difference-bands'
import type { PixelBox, PackedPixels } from './pixels'
import { withFollowing } from './following'
import { joinLineMoves } from './line-moves'
import { joinLines, joinTableRows } from './lines'
import { MAX_PIXELS } from './moves'
import { asPacked, asRgba, BAND_PIXELS } from './pixels'
import { clearRedrawnEdges } from './redrawn-edges'

/** The difference of two images. Counts are in pixels. */
export interface ImageDifference {
  /** The number of changed pixels. Pixels of blocks that only moved are not counted. */
  changed: number
  /** The number of pixels that differ, but do not count as changed. */
  belowThreshold: number
  total: number
  /**
   * The changed regions. A block that moved is one region, and so are changes on one line of text. Blocks
   * that follow an inserted or removed block are a part of its change: see {@link withFollowing}.
   */
  changes: Change[]
}

interface CompareOptions extends PixelRule {
  /** Regions whose pixels count as equal. */
  ignored?: readonly PixelBox[]
  /** Whether the images are dark, which decides the color of the mask. */
  isDark?: boolean
  /**
   * Whether moved blocks are searched; true by default. They are never searched in images with more than
   * {@link MAX_PIXELS} pixels.
   */
  findsMoves?: boolean
}

/** A part of a mask, without {@link ImageDifference.belowThreshold}. */
type MaskBand = Omit<Band, 'belowThreshold'>

/**
 * Compares two images of the same padded size. The dashboard and the server both call it, so that they report
 * the same changes. `onBand` receives the mask from top to bottom.
 */
export async function compareImages(
  size: Size,
  read: ReadRows,
  { findsMoves = true, ...options }: CompareOptions,
  onBand?: (band: MaskBand) => Promise<void>,
): Promise<ImageDifference> {
  const total = size.width * size.height
  if (findsMoves && total <= MAX_PIXELS) return compareWithMoves(size, read, options, onBand)
  const map = createChangeMap(size.width)
  let changed = 0
  let belowThreshold = 0
  for (const band of differenceBands(size, read, options)) {
    changed += map.add(band.mask, band.y)
    belowThreshold += band.belowThreshold
    await onBand?.(band)
  }
  return { changed, belowThreshold, total, changes: joinLines(map.regions()) }
}

/** Compares two images, and finds blocks that moved. Both images are then completely in memory. */
async function compareWithMoves(
  size: Size,
  read: ReadRows,
  options: Omit<CompareOptions, 'findsMoves'>,
  onBand: ((band: MaskBand) => Promise<void>) | undefined,
): Promise<ImageDifference> {
  const total = size.width * size.height
  const images = { ...readAll(size, read), size }
  if (areEqual(images.left, images.right)) return { changed: 0, belowThreshold: 0, total, changes: [] }
  const alignment = alignImages(images.left, images.right, size)
  const shifts = alignment ? [...alignment.shifts, ...unevenShifts(images, alignment.shifts)] : []
  const aligned = alignment ? alignedRows(images, shifts, 0, size.height) : images.left
  const ignored = options.ignored ?? []
  // The comparison overwrites ignored regions in the second image. It gets a copy, because moved blocks are
  // searched in the original afterwards.
  const rowsOf = (pixels: PackedPixels, y: number, rows: number, isCopy: boolean) => {
    const part = pixels.subarray(y * size.width, (y + rows) * size.width)
    return asRgba(isCopy ? part.slice() : part)
  }
  const readAligned: ReadRows = (y, rows) => [
    rowsOf(aligned, y, rows, false),
    rowsOf(images.right, y, rows, ignored.length > 0),
  ]
  /** A byte for each pixel: 0 if the pixel is unchanged. */
  const mask = new Uint8Array(total)
  let belowThreshold = 0
  for (const band of differenceBands(size, readAligned, options)) {
    belowThreshold += band.belowThreshold
    const from = band.y * size.width
    const pixels = asPacked(band.mask)
    for (let pixel = 0; pixel < pixels.length; pixel++) if (pixels[pixel] !== 0) mask[from + pixel] = 1
  }
  if (alignment && options.threshold === null)
    clearRedrawnEdges(asRgba(aligned), asRgba(images.right), size, mask, alignment.shifts)
  const { changes, changed } = changesOf(images, alignment, mask, ignored)
  const color = colorOfChanges(options.isDark ?? false)
  if (onBand) for (const band of maskBands(size, mask, color, BAND_PIXELS)) await onBand(band)
  const regions = joinLineMoves(withEarlierPlaces(joinLines(changes), shifts))
  const shown = joinTableRows(images.right, size, regions)
  return { changed: Math.min(total, changed), belowThreshold, total, changes: withFollowing(shown) }
}

/** Returns all pixels of both images. Reads the images band by band. */
function readAll({ width, height }: Size, read: ReadRows): { left: PackedPixels; right: PackedPixels } {
  const [left, right] = [new Uint32Array(width * height), new Uint32Array(width * height)]
  const step = Math.max(1, Math.floor(BAND_PIXELS / width))
  for (let y = 0; y < height; y += step) {
    const [one, other] = read(y, Math.min(step, height - y))
    left.set(asPacked(one), y * width)
    right.set(asPacked(other), y * width)
  }
  return { left, right }
}

function areEqual(left: PackedPixels, right: PackedPixels): boolean {
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false
  return true
}
