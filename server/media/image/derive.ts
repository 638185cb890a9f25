import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { isLosslessWebp } from '#shared/lossless-webp'
import { encodeWithinLimit, EMBED_BYTES, type DerivedImage } from './encode'
import { cleanApng, isAnimatedPng } from './apng'
import { cleanGif } from '../gif/clean'
import { decoding, isAnimated, undecodable, upright } from './decode'
import sharp from './sharp'
import { readWhole, type ByteSource } from '~~/server/bytes/byte-source'

export { EMBED_BYTES, type DerivedImage }

/**
 * The height divided by the width of the tallest picture that a thumbnail shows completely. A phone
 * screenshot is less tall.
 */
const WHOLE_ASPECT = 2.5
/**
 * The height divided by the width of the thumbnail of a taller picture. It shows the top, since the whole
 * picture would be a stripe.
 */
const TOP_ASPECT = 1.6

/** An embeddable image. `original` is the upright size of the file itself; the derivative may be smaller. */
export interface EmbedImage extends DerivedImage {
  original: { width: number; height: number }
}

/**
 * Makes the embeddable derivative of a picture, and verifies that it decodes: same pixel size (up to 16,384
 * per side), upright, without metadata, in sRGB, under 5 MiB. Pixel-exact if the source is lossless, as long
 * as the size allows. Animations keep their frames. Throws a MediaError for a file that is truncated, corrupt
 * or too large to decode.
 */
export function deriveImage(source: ByteSource, mime: Mime): Promise<EmbedImage> {
  return decoding(source, mime, async (open, metadata) => {
    const original = upright(metadata)
    if (mime === 'image/gif' && isAnimated(metadata)) {
      const gif = cleanGif(await readWhole(source))
      if (!gif) throw undecodable()
      if (gif.length <= EMBED_BYTES) {
        // Decoding one channel of every frame verifies all frames, in a tenth of the time of encoding them
        // again.
        await sharp(gif, { failOn: 'error', pages: -1 }).extractChannel(0).raw().toBuffer()
        return { data: gif, mime, ...original, original, lossless: true, animated: true }
      }
    }
    if (mime === 'image/png' && (await isAnimatedPng(source))) {
      const data = await cleanApng(await readWhole(source))
      return { data, mime, ...original, original, lossless: true, animated: true }
    }
    const lossless =
      mime === 'image/png' ||
      mime === 'image/gif' ||
      (mime === 'image/webp' && (await isLosslessWebp(source)))
    return { ...(await encodeWithinLimit(open, metadata, { mime, lossless })), original }
  })
}

/**
 * Makes a small WebP for lists, never enlarged: the first frame, complete unless its height is more than 2.5
 * times its width, as in a screenshot of a whole page, of which it shows the top. Throws a MediaError. The
 * key of a stored thumbnail has a version (`thumbnailKey`), which must change whenever the result of this
 * function does.
 */
export function thumbnail(source: ByteSource, mime: Mime, width: ThumbnailWidth): Promise<Buffer> {
  return decoding(source, mime, (open, metadata) => {
    const size = upright(metadata)
    const scaled = Math.min(width, size.width)
    const aspect = size.height / size.width
    const height = Math.round(scaled * (aspect > WHOLE_ASPECT ? TOP_ASPECT : aspect))
    return open({ pages: 1 })
      .autoOrient()
      .resize({ width: scaled, height: Math.max(1, height), fit: 'cover', position: 'top' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
  })
}
