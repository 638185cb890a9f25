import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Mime } from '#shared/contract/fields'
import { MediaError } from './error'
import { pictureQueue } from './queue'
import { readWhole, type ByteSource } from './source'

/** Code hosts' image proxies refuse more. */
export const EMBED_BYTES = 5 * 1024 * 1024
/** Pixels a side of a derivative. */
const MAX_SIDE = 16_384
/** Pixels of one picture, and of all frames of an animation together. */
const MAX_PIXELS = 100_000_000
/** libwebp cannot hold a longer side. */
const WEBP_SIDE = 16_383
const LOSSY_STEPS = [90, 75, 50, 25] as const

export const thumbnailWidths = [320, 640, 1280] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
/** A thumbnail of a taller picture shows its top. */
const THUMBNAIL_ASPECT = 1.6

export interface DerivedImage { data: Buffer, mime: Mime, width: number, height: number }

/**
 * The embeddable derivative of a picture, and the proof that it decodes: same pixel size (up to 16,384 a side),
 * upright, without metadata, in sRGB, under 5 MiB. Pixel-exact where the source is lossless, until size forbids it.
 * Animations keep their frames. Throws a MediaError for what is truncated, corrupt or too large to decode.
 */
export function deriveImage(source: ByteSource, mime: Mime): Promise<DerivedImage> {
  return decoding(source, async (open, metadata) => {
    const animated = (metadata.pages ?? 1) > 1
    const { width, height } = upright(metadata)
    const scaled = Math.max(width, height) > MAX_SIDE
    const picture = () => {
      const upended = animated ? open() : open().autoOrient()
      return scaled ? upended.resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside' }) : upended
    }
    const side = Math.max(width, animated ? height * (metadata.pages ?? 1) : height)
    const lossless = mime === 'image/png' || mime === 'image/gif' || (mime === 'image/webp' && await isLosslessWebp(source))
    for (const encode of encodings(mime, metadata, { animated, lossless, webp: side <= WEBP_SIDE })) {
      const { data, info } = await encode(picture()).toBuffer({ resolveWithObject: true })
      if (data.length <= EMBED_BYTES) return { data, mime: mimeOf(info.format), width: info.width, height: info.pageHeight ?? info.height }
    }
    throw new MediaError('undecodable', 'No derivative under 5 MiB could be made of this picture.', 'Crop it or reduce its size.')
  })
}

/** A small picture for lists, never enlarged: the first frame, and of a very tall picture its top. */
export function thumbnail(source: ByteSource, width: ThumbnailWidth): Promise<Buffer> {
  return decoding(source, (open, metadata) => {
    const size = upright(metadata)
    const scaled = Math.min(width, size.width)
    const height = Math.round(Math.min(size.height * scaled / size.width, scaled * THUMBNAIL_ASPECT))
    return open({ pages: 1 }).autoOrient()
      .resize({ width: scaled, height: Math.max(1, height), fit: 'cover', position: 'top' })
      .webp({ quality: 80, effort: 2 }).toBuffer()
  })
}

type Open = (options?: { pages?: number }) => Sharp
type Encode = (picture: Sharp) => Sharp

/** Reads a picture with the decoder's faults turned into MediaErrors; queued, since decoding takes threads and memory. */
function decoding<T>(source: ByteSource, run: (open: Open, metadata: Metadata) => Promise<T>): Promise<T> {
  return pictureQueue(async () => {
    try {
      const input = source.path ?? await readWhole(source)
      const open: Open = options => sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', pages: -1, ...options })
      const metadata = await sharp(input, { limitInputPixels: false, pages: -1 }).metadata()
      assertDecodable(metadata)
      return await run(open, metadata)
    } catch (error) {
      if (error instanceof MediaError) throw error
      throw new MediaError('undecodable', 'The picture does not decode: it is truncated or corrupt.', 'Make the file again and send it whole.', { cause: error })
    }
  })
}

/** The header's claim, before a pixel is decoded. */
function assertDecodable(metadata: Metadata): void {
  const pixels = metadata.width * metadata.height
  if (pixels > MAX_PIXELS) {
    throw new MediaError('too_many_pixels', `The picture has ${metadata.width} × ${metadata.pageHeight ?? metadata.height} pixels${(metadata.pages ?? 1) > 1 ? ` in ${metadata.pages} frames` : ''}; at most ${MAX_PIXELS / 1e6} megapixels are accepted.`, 'Crop it, scale it down, or send several pictures.')
  }
}

/** Pixel size as seen, after the EXIF orientation. */
function upright(metadata: Metadata): { width: number, height: number } {
  const { width, height } = metadata.autoOrient
  return { width, height: metadata.pageHeight ?? height }
}

/** Encoders from the best to the smallest; the first result that fits is taken. */
function encodings(mime: Mime, metadata: Metadata, can: { animated: boolean, lossless: boolean, webp: boolean }): Encode[] {
  const lossy = LOSSY_STEPS.map<Encode>(quality => picture => can.webp
    ? picture.webp({ quality, effort: 2 })
    : picture.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling: '4:4:4' }))
  const smaller = [0.5, 0.25].map<Encode>(share => picture => (can.webp ? picture : picture.flatten({ background: '#fff' }))
    .resize({ width: Math.max(1, Math.round(metadata.autoOrient.width * share)) }).webp({ quality: 50, effort: 2 }))
  return [...faithful(mime, metadata, can), ...lossy, ...smaller]
}

/** The encoding that keeps what the source has. */
function faithful(mime: Mime, metadata: Metadata, can: { animated: boolean, lossless: boolean, webp: boolean }): Encode[] {
  if (mime === 'image/jpeg') return [picture => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })]
  if (mime === 'image/gif' && can.animated) return [picture => picture.gif({ effort: 3 })]
  if (mime === 'image/webp' && can.webp) return can.lossless ? [picture => picture.webp({ lossless: true, effort: 2 })] : []
  // Lossless in every case: PNG, a still GIF, and what WebP cannot hold.
  return [picture => (metadata.depth === 'ushort' ? picture.toColourspace('rgb16') : picture).png({ compressionLevel: 3, adaptiveFiltering: false })]
}

/** Whether a WebP's pictures are VP8L (RFC 9649): the first picture chunk tells. */
async function isLosslessWebp(source: ByteSource): Promise<boolean> {
  for (let at = 12; at + 8 < source.size;) {
    const header = Buffer.from(await source.read(at, at + 8))
    const chunk = header.toString('latin1', 0, 4)
    if (chunk === 'VP8L') return true
    if (chunk === 'VP8 ') return false
    const length = header.readUInt32LE(4)
    // A frame of an animation: its own chunks come after 16 bytes.
    at += 8 + (chunk === 'ANMF' ? 16 : length + length % 2)
  }
  return false
}

function mimeOf(format: string): Mime {
  return format === 'jpeg' ? 'image/jpeg' : format === 'gif' ? 'image/gif' : format === 'webp' ? 'image/webp' : 'image/png'
}
