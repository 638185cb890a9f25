import type { Mime } from '#shared/contract/media-types'
import { decodingNew, upright } from './decode'
import { playMark } from './play-mark'
import sharp from './sharp'
import type { ByteSource } from '~~/server/bytes/byte-source'

const POSTER_SIDE = 1280
const POSTER_BYTES = 1024 * 1024
/** Pixels: the limits of the side of the play mark. */
const [MIN_MARK, MAX_MARK] = [48, 64]
const STEPS = [85, 70, 50, 25] as const

export interface DerivedPoster {
  data: Buffer
  mime: Mime
  width: number
  height: number
}

/**
 * Makes the poster of a video from a still image. The poster is an upright JPEG of at most 1,280 pixels per
 * side and 1 MiB, without metadata, with a play mark in its center unless `playMark` is false. Throws a
 * MediaError for an image that does not decode.
 */
export function derivePoster(
  source: ByteSource,
  mime: Mime,
  { playMark: marked = true } = {},
): Promise<DerivedPoster> {
  return decodingNew(source, mime, async (open, metadata) => {
    const size = upright(metadata)
    const share = Math.min(1, POSTER_SIDE / Math.max(size.width, size.height))
    const [width, height] = [
      Math.max(1, Math.round(size.width * share)),
      Math.max(1, Math.round(size.height * share)),
    ]
    const still = open({ pages: 1 })
      .autoOrient()
      .resize({ width, height, fit: 'fill' })
      .flatten({ background: '#000' })
    if (marked) {
      const side = markSide(width, height)
      still.composite([
        { input: playMark(side), raw: { width: side, height: side, channels: 4 }, gravity: 'center' },
      ])
    }
    const { data: pixels, info } = await still
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width, height, channels: info.channels }
    for (const quality of STEPS) {
      const data = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer()
      if (data.length <= POSTER_BYTES) return { data, mime: 'image/jpeg', width, height }
    }
    throw new Error('a JPEG of 1,280 pixels a side at quality 25 has less than 1 MiB')
  })
}

/**
 * Returns the side of the play mark in pixels. It is large enough to be seen in a list, never larger than the
 * image, and does not grow with a large image, because it would then hide what the image shows.
 */
function markSide(width: number, height: number): number {
  const short = Math.min(width, height)
  return Math.min(short, MAX_MARK, Math.max(MIN_MARK, Math.round(short * 0.22)))
}
