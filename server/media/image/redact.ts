import type { RectangleGeometry } from '#shared/contract/geometry'
import type { Mime } from '#shared/contract/media-types'
import { isLosslessWebp } from '#shared/lossless-webp'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import { isAnimatedPng } from './apng'
import { decoding, isAnimated, upright } from './decode'
import sharp from './sharp'
import { encodable, withTimesOfGif, withTimesOfWebp } from './times'

const JPEG_QUALITY = 92
const WEBP_QUALITY = 90
const AVIF_QUALITY = 85
/**
 * The effort of the AVIF encoder, from 0 to 9. A higher effort takes several times as long, and makes the
 * file only a tenth smaller.
 */
const AVIF_EFFORT = 1

/**
 * Paints opaque black areas over a picture. Returns a picture of the same type and size without metadata,
 * since an embedded thumbnail could show the covered parts. The areas are fractions of the upright picture,
 * are rounded outward to whole pixels, and are painted on every frame. Throws a MediaError for a picture that
 * does not decode.
 */
export function redactImage(
  source: ByteSource,
  mime: Mime,
  areas: readonly RectangleGeometry[],
): Promise<Buffer> {
  return decoding(source, mime, async (open, metadata) => {
    if (mime === 'image/png' && (await isAnimatedPng(source)))
      throw new MediaError(
        'undecodable',
        'An animated PNG cannot be painted over.',
        'Send it as an animated WebP or GIF.',
      )
    const decoded = isAnimated(metadata) ? open() : open().autoOrient()
    const { data: pixels, info } = await decoded
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pageHeight = upright(metadata).height
    for (const area of areas)
      for (let top = 0; top < height; top += pageHeight)
        paint(pixels, { width, channels, top, height: pageHeight }, area)
    const raw = { width, height, channels, ...(isAnimated(metadata) && { pageHeight }) }
    const picture = sharp(pixels, { raw, limitInputPixels: false })
    const times = encodable(metadata)
    switch (mime) {
      case 'image/jpeg':
        return picture
          .jpeg({
            quality: JPEG_QUALITY,
            chromaSubsampling: metadata.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
          })
          .toBuffer()
      case 'image/webp':
        return withTimesOfWebp(
          await picture
            .webp({ quality: WEBP_QUALITY, lossless: await isLosslessWebp(source), effort: 2, ...times })
            .toBuffer(),
          metadata,
        )
      case 'image/avif':
        return picture
          .avif({ quality: AVIF_QUALITY, chromaSubsampling: '4:4:4', effort: AVIF_EFFORT })
          .toBuffer()
      case 'image/gif':
        return withTimesOfGif(await picture.gif({ keepDuplicateFrames: true, ...times }).toBuffer(), metadata)
      default:
        return picture.png().toBuffer()
    }
  })
}

/**
 * The position and size of a frame. The pixels of all frames are in one buffer, and each frame is below the
 * previous frame.
 */
interface Frame {
  width: number
  channels: number
  top: number
  height: number
}

function paint(pixels: Buffer, frame: Frame, area: RectangleGeometry): void {
  const { width, channels, top, height } = frame
  const left = Math.floor(area.x * width)
  const right = Math.min(width, Math.ceil((area.x + area.width) * width))
  const first = Math.floor(area.y * height)
  const last = Math.min(height, Math.ceil((area.y + area.height) * height))
  const hasAlpha = channels === 2 || channels === 4
  for (let y = top + first; y < top + last; y++) {
    pixels.fill(0, (y * width + left) * channels, (y * width + right) * channels)
    if (!hasAlpha) continue
    for (let x = left; x < right; x++) pixels[(y * width + x + 1) * channels - 1] = 255
  }
}
