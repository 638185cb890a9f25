import { limits } from '#shared/contract/kit/limits'
import type { Mime } from '#shared/contract/media-types'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import { decodingNew } from './decode'

const accepted: readonly Mime[] = ['image/webp', 'image/jpeg', 'image/png']
const QUALITY = 88

/**
 * Crops a picture to a square around its center, and encodes it as a small WebP without metadata. Throws a
 * MediaError for a file that is not a WebP, JPEG or PNG, and for a picture that does not decode.
 */
export async function encodeAvatar(source: ByteSource, mime: Mime): Promise<Buffer> {
  if (!accepted.includes(mime))
    throw new MediaError('wrong_type', `The bytes are ${mime}.`, 'Send a PNG, a JPEG or a WebP.')
  return decodingNew(source, mime, open =>
    open({ pages: 1 })
      .autoOrient()
      .resize(limits.avatarPixels, limits.avatarPixels, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColorspace('srgb')
      .webp({ quality: QUALITY, smartSubsample: true })
      .toBuffer(),
  )
}
