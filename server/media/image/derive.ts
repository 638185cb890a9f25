import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { isLossless } from '#shared/lossless-webp'
import { encodeWithinLimit, EMBED_BYTES, type DerivedImage } from './encode'
import { cleanApng, isAnimatedPng } from './apng'
import { cleanGif } from '../gif/clean'
import { decoding, decodingNew, isAnimated, undecodable, upright } from './decode'
import sharp from './sharp'
import { readAll, type ByteSource } from '~~/server/bytes/byte-source'

export { EMBED_BYTES, type DerivedImage }

/**
 * If the ratio of a picture's height to its width is at most this, a thumbnail shows the whole picture.
 * Screenshots of a phone have a smaller ratio.
 */
const WHOLE_ASPECT = 2.5
/**
 * The ratio of height to width of the thumbnail of a taller picture. The thumbnail shows only the top of the
 * picture, since the whole picture would be a narrow stripe.
 */
const TOP_ASPECT = 1.6

/**
 * An embeddable image. `original` is the upright size of the uploaded picture. The derivative may be smaller.
 */
export interface EmbedImage extends DerivedImage {
  original: { width: number; height: number }
}

/**
 * Makes the derivative of a picture that can be embedded in other pages, and verifies that the picture
 * decodes. The derivative is upright, in sRGB, without metadata, and has at most 5 MiB. It has the pixel size
 * of the original, with at most 16,384 pixels per side, and the pixels of a lossless original stay the same.
 * If such a derivative exceeds 5 MiB, it is encoded lossily or made smaller. Animations keep their frames.
 * Throws a MediaError for a file that is truncated, corrupt or too large to decode.
 */
export function deriveImage(source: ByteSource, mime: Mime): Promise<EmbedImage> {
  return decodingNew(source, mime, async (open, metadata) => {
    const original = upright(metadata)
    if (mime === 'image/gif' && isAnimated(metadata)) {
      const gif = cleanGif(await readAll(source))
      if (!gif) throw undecodable()
      if (gif.length <= EMBED_BYTES) {
        // Decoding one channel is enough to verify every frame. It takes a tenth of the time of re-encoding.
        await sharp(gif, { failOn: 'error', pages: -1 }).extractChannel(0).raw().toBuffer()
        return { data: gif, mime, ...original, original, lossless: true, animated: true }
      }
    }
    if (mime === 'image/png' && (await isAnimatedPng(source))) {
      const data = await cleanApng(await readAll(source))
      return { data, mime, ...original, original, lossless: true, animated: true }
    }
    const lossless = await isLossless(mime, source)
    return { ...(await encodeWithinLimit(open, metadata, { mime, lossless })), original }
  })
}

/**
 * Makes a WebP thumbnail of the first frame of a picture, never larger than the picture. A picture that is
 * more than 2.5 times as tall as wide, such as a screenshot of a whole page, is cut: the thumbnail shows its
 * top. Throws a MediaError for a picture that does not decode. Change the version in the key of stored
 * thumbnails (`thumbnailKey`) whenever the result of this function changes.
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
