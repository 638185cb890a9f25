import { limits } from '#shared/contract/kit/limits'
import type { Mime } from '#shared/contract/media-types'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import { decodingNew, upright } from './decode'

/** The media types to which browsers can export a canvas. */
const accepted: readonly Mime[] = ['image/webp', 'image/jpeg', 'image/png']
const QUALITY = 90

/**
 * Encodes a frame of a video as a still WebP without metadata. Throws a MediaError for a file that is not a
 * WebP, JPEG or PNG, for a frame that exceeds the maximum side length, and for a picture that does not
 * decode.
 */
export async function encodeFrame(source: ByteSource, mime: Mime): Promise<Buffer> {
  if (!accepted.includes(mime))
    throw new MediaError('wrong_type', `The bytes are ${mime}.`, 'Send a WebP, a JPEG or a PNG.')
  return decodingNew(source, mime, (open, metadata) => {
    const { width, height } = upright(metadata)
    if (Math.max(width, height) > limits.framePixels)
      throw new MediaError(
        'too_many_pixels',
        `The frame has ${width} × ${height} pixels; a side may have at most ${limits.framePixels}.`,
        'Scale it down.',
      )
    return open({ pages: 1 })
      .autoOrient()
      .flatten({ background: '#000' })
      .toColorspace('srgb')
      .webp({ quality: QUALITY, smartSubsample: true, effort: 2 })
      .toBuffer()
  })
}
