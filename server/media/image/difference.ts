import { rectangleOf, type Change } from '#shared/difference/changes'
import { compareImages } from '#shared/difference/compare'
import { paddedSize } from '#shared/difference/padded-size'
import type { Box, Size } from '#shared/annotation/projection'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { limits } from '#shared/contract/kit/limits'
import type { Mime } from '#shared/contract/media-types'
import { isLossless } from '#shared/lossless-webp'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { isAnimatedPng } from './apng'
import { decoding, isAnimated, upright } from './decode'

/** The difference of two pictures. */
export interface PictureDifference {
  /**
   * The percentage of the pixels that changed, from 0 to 100. Pixels of blocks that only moved do not count.
   * The percentage is 0 only if nothing changed or moved.
   */
  changedPercent: number
  /**
   * The changed regions, from top to bottom, in fractions of the second picture. If there are too many, only
   * the largest ones.
   */
  boxes: Box[]
  /** The number of blocks that moved; missing if there are none. */
  moved?: number
}

interface Picture {
  source: ByteSource
  mime: Mime
}

interface Pixels extends Size {
  data: Buffer
}

/**
 * Compares two pictures by the same rules as the dashboard does ({@link compareImages}). Pictures of
 * different sizes are padded at the right and at the bottom, never scaled. Returns null for animations and
 * for pictures with too many pixels, which are not compared. Throws a MediaError for a picture that does not
 * decode.
 */
export async function pictureDifference(
  before: Picture,
  after: Picture,
  { threshold, ignored }: ComparisonSettings,
): Promise<PictureDifference | null> {
  const [left, right] = [await decodedPixels(before), await decodedPixels(after)]
  if (!left || !right) return null
  const size = paddedSize(left, right)
  if (size.width * size.height > limits.comparedPixels) return null
  const { changed, total, changes } = await compareImages(
    size,
    (y, rows) => [paddedRows(left, size.width, y, rows), paddedRows(right, size.width, y, rows)],
    {
      threshold,
      isLossless:
        (await isLossless(before.mime, before.source)) && (await isLossless(after.mime, after.source)),
      ignored,
    },
  )
  const largest = changes.toSorted((a, b) => b.pixels - a.pixels).slice(0, limits.comparedBoxes)
  const moved = changes.filter(each => each.moved).length
  return {
    changedPercent: percentOf(changes.length > 0 ? Math.max(1, changed) : changed, total),
    boxes: [...changes.filter(each => largest.includes(each)), ...changes.flatMap(followingOf)]
      .slice(0, limits.comparedBoxes)
      .flatMap(each => rectangleOf(each, right, 0) ?? []),
    ...(moved > 0 && { moved }),
  }
}

/**
 * Returns the places to which blocks moved only because of a change above them. They look different, so a
 * mark there counts as changed.
 */
const followingOf = ({ following = [] }: Change) => following.map(({ to }) => to)

/**
 * Returns a percentage with two decimals. It is at least 0.01 if any pixel changed, and at most 99.99 if any
 * pixel is equal.
 */
function percentOf(changed: number, total: number): number {
  if (changed === 0 || changed === total) return changed === 0 ? 0 : 100
  return Math.min(99.99, Math.max(0.01, Math.round((changed / total) * 10_000) / 100))
}

/** Returns the pixels of a picture as RGBA; null for an animation and for a picture with too many pixels. */
const decodedPixels = ({ source, mime }: Picture): Promise<Pixels | null> =>
  decoding(source, mime, async (open, metadata) => {
    const { width, height } = upright(metadata)
    if (isAnimated(metadata) || (mime === 'image/png' && (await isAnimatedPng(source)))) return null
    if (width * height > limits.comparedPixels) return null
    const decoder = open().autoOrient().toColorspace('srgb').ensureAlpha().raw({ depth: 'uchar' })
    const data = await decoder.toBuffer()
    if (metadata.hasAlpha) roundAsCanvas(data)
    return { data, width, height }
  })

/**
 * Changes the colors of transparent pixels to the colors that a browser's canvas returns: a canvas stores
 * colors multiplied by the opacity, so the colors of invisible pixels are lost.
 */
function roundAsCanvas(data: Buffer): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel++) {
      const stored = Math.round(((data[channel] ?? 0) * alpha) / 255)
      data[channel] = alpha === 0 ? 0 : Math.min(255, Math.round((stored * 255) / alpha))
    }
  }
}

/** Returns rows of a picture, padded with transparent pixels to a width. */
function paddedRows({ data, width, height }: Pixels, padded: number, y: number, rows: number) {
  const all = new Uint8ClampedArray(padded * rows * 4)
  for (let row = 0; row < Math.min(rows, height - y); row++)
    all.set(data.subarray((y + row) * width * 4, (y + row + 1) * width * 4), row * padded * 4)
  return all
}
