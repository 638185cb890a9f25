import type { Metadata, Sharp } from 'sharp'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { countFrames } from './count-frames'
import { segmentsOf } from './source/jpeg'
import { normalizedInput } from './source/normalized-input'
import sharp from './sharp'
import { encodable } from './times'
import type { ByteSource } from '~~/server/bytes/byte-source'

/** The largest number of pixels of one picture, or of all frames of an animation together. */
export const MAX_PIXELS = 100_000_000
/**
 * The maximum number of bytes of all decoded pixels. If the decoder cannot read a picture line by line, its
 * bytes count twice.
 */
const MAX_DECODED_BYTES = 400_000_000
/**
 * The largest number of frames of an animation: the decoder creates an object for each frame before it
 * decodes the first one.
 */
export const MAX_FRAMES = 10_000

/**
 * Opens a new decoder of a picture. The decoder reads all frames, or only the first frame if `pages` is 1.
 */
export type Open = (options?: { pages: 1 }) => Sharp

type Run<T> = (open: Open, metadata: Metadata) => Promise<T>

/**
 * Calls a function with a picture's metadata and with a function that opens decoders of the picture. Throws a
 * MediaError `too_many_pixels` if the header states too large a size, and `undecodable` if the decoder fails.
 * Disk errors are thrown unchanged.
 */
export const decoding = <T>(source: ByteSource, mime: Mime, run: Run<T>): Promise<T> =>
  decode(source, mime, run, 'error')

/**
 * Matches the decoder's warnings about a JPEG with missing or corrupt data. The decoder fills such areas with
 * gray. Other warnings are about unusual headers or unneeded bytes, and do not mean that the picture is
 * incomplete. The decoder does not report all corrupt data. It never reports that data of the last eight rows
 * of pixels is missing.
 */
const DAMAGE = /Corrupt JPEG data: (?:premature end|bad (?!ICC)|found marker)/

/**
 * Runs {@link decoding} for a picture that is not stored yet. Also throws `undecodable` for a JPEG with
 * missing or corrupt data.
 */
export async function decodingNew<T>(source: ByteSource, mime: Mime, run: Run<T>): Promise<T> {
  if (mime !== 'image/jpeg') return decoding(source, mime, run)
  try {
    return await decode(source, mime, run, 'warning')
  } catch (error) {
    const cause = error instanceof MediaError && error.reason === 'undecodable' ? error.cause : null
    if (!(cause instanceof Error) || DAMAGE.test(cause.message)) throw error
    return decoding(source, mime, run)
  }
}

async function decode<T>(
  source: ByteSource,
  mime: Mime,
  run: Run<T>,
  failOn: 'error' | 'warning',
): Promise<T> {
  try {
    await assertFewFrames(source, mime)
    if (mime === 'image/jpeg') await assertEightBits(source)
    const { input, page } = await normalizedInput(source, mime, MAX_PIXELS)
    const all = { pages: -1, page }
    const metadata = shown(await sharp(input, { limitInputPixels: false, ...all }).metadata(), page)
    assertDecodable(metadata)
    const limits = { limitInputPixels: MAX_PIXELS, failOn, ...all }
    if (hasBareInks(metadata)) return await run(...(await mixed(sharp(input, limits), metadata)))
    const space = spaceOf(metadata)
    const open: Open = options => {
      const picture = sharp(input, { ...limits, ...options })
      // The encoder would give each frame the duration of the frame before it, because it counts all frames.
      if (page > 0) picture.webp({ ...encodable(metadata), force: false })
      return space ? picture.pipelineColorspace(space) : picture
    }
    return await run(open, metadata)
  } catch (error) {
    if (error instanceof MediaError) throw error
    // The disk may have caused the error, not the picture: in this case, this read throws the disk error.
    await source.read(0, Math.min(1, source.size))
    throw undecodable(error)
  }
}

/**
 * Returns the metadata of the frames from `page` on. `height` is the sum of their heights, which the decoder
 * states wrongly if it is above its own limit.
 */
function shown({ pages: all = 1, delay, pageHeight, ...metadata }: Metadata, page: number): Metadata {
  const pages = all - page
  const height = (pageHeight ?? metadata.height) * pages
  return { ...metadata, pages, height, pageHeight, delay: delay?.slice(page) }
}

/** Returns the color space signature of a profile (ICC.1:2022, 7.2.6). */
const colorsOf = (icc: Buffer | undefined) => icc?.toString('latin1', 16, 20)

/**
 * Returns the color space in which the decoder must process a picture, so that it applies the ICC profile;
 * null for the default color space. The default is wrong in three cases: the image library converts colors of
 * 16 bits to P3 without declaring it, does not convert gray of 16 bits, and does not apply a color profile to
 * a gray picture.
 */
function spaceOf({ depth, icc, channels }: Metadata): string | null {
  if (!icc) return null
  const isGray = channels < 3
  if (isGray && colorsOf(icc) === 'RGB ') return 'srgb'
  return depth === 'ushort' ? (isGray ? 'b-w' : 'srgb') : null
}

/**
 * Returns whether a picture uses printing inks (CMYK) but has no CMYK profile, which would define the colors
 * of the inks.
 */
const hasBareInks = ({ space, icc }: Metadata) => space === 'cmyk' && colorsOf(icc) !== 'CMYK'

/**
 * Converts printing inks (CMYK) to RGB as Chromium does: each ink removes its share of light. Returns an
 * upright picture.
 */
async function mixed(picture: Sharp, metadata: Metadata): Promise<[Open, Metadata]> {
  const { data: inks, info } = await picture
    .pipelineColorspace('cmyk')
    .autoOrient()
    .toColorspace('cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgb = Buffer.alloc(info.width * info.height * 3)
  for (let pixel = 0; pixel < info.width * info.height; pixel++) {
    const light = 255 - (inks[pixel * 4 + 3] ?? 0)
    for (const i of [0, 1, 2])
      rgb[pixel * 3 + i] = Math.round(((255 - (inks[pixel * 4 + i] ?? 0)) * light) / 255)
  }
  const size = { width: info.width, height: info.height }
  const upright = { ...metadata, ...size, autoOrient: size, orientation: undefined, channels: 3 as const }
  return [
    () => sharp(rgb, { raw: { ...size, channels: 3 }, limitInputPixels: MAX_PIXELS }),
    { ...upright, icc: undefined, space: 'srgb' },
  ]
}

/** Returns the error for a picture that does not decode. */
export function undecodable(cause?: unknown): MediaError {
  return new MediaError(
    'undecodable',
    'The image does not decode: it is truncated or corrupt.',
    'Create the file again and send it completely.',
    { cause },
  )
}

/**
 * Returns the width and height in pixels at which a frame is shown, after the EXIF orientation is applied.
 */
export function upright({ autoOrient, pageHeight }: Metadata): { width: number; height: number } {
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
}

export function isAnimated(metadata: Metadata): boolean {
  return (metadata.pages ?? 1) > 1
}

async function assertFewFrames(source: ByteSource, mime: Mime): Promise<void> {
  const frames = await countFrames(source, mime, MAX_FRAMES)
  if (frames > MAX_FRAMES) {
    throw new MediaError(
      'too_many_pixels',
      `The animation has more than ${MAX_FRAMES} frames.`,
      'Send a video, or fewer frames.',
    )
  }
}

/**
 * Returns whether a marker begins the frame header of a JPEG (ITU-T T.81, B.1.1.3). These are the markers C0
 * to CF, except the markers of Huffman tables, extensions and arithmetic conditioning.
 */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Throws for a JPEG with more than 8 bits per channel, which browsers do not show. */
async function assertEightBits(source: ByteSource): Promise<void> {
  for await (const { marker, data } of segmentsOf(source)) {
    if (!isFrameHeader(marker)) continue
    const bits = data.readUInt8(0)
    if (bits <= 8) return
    throw new MediaError(
      'too_deep',
      `The image has ${bits} bits per channel. Browsers show a JPEG only with 8 bits.`,
      'Save it with 8 bits per channel.',
    )
  }
}

/**
 * Throws if the size in the header is too large, so that no pixel of such a picture is decoded. `height` is
 * the sum of the heights of all frames.
 */
function assertDecodable(metadata: Metadata): void {
  const { width, height } = metadata
  const frames = isAnimated(metadata) ? ` in ${metadata.pages} frames` : ''
  const shown = `${width} × ${metadata.pageHeight ?? height} pixels${frames}`
  const hint = isAnimated(metadata) ? 'Send a video, or fewer frames.' : 'Crop it or reduce its size.'
  if (width * height > MAX_PIXELS)
    throw new MediaError(
      'too_many_pixels',
      `The image has ${shown}; at most ${MAX_PIXELS / 1e6} million can be shown.`,
      hint,
    )
  const bytes = decodedBytes(metadata)
  if (bytes > MAX_DECODED_BYTES) {
    throw new MediaError(
      'too_many_pixels',
      `The image has ${shown}, which take ${Math.ceil(bytes / 1e6)} MB to decode; ` +
        `at most ${MAX_DECODED_BYTES / 1e6} MB are decoded.`,
      `${hint} Without interlacing and with 8 bits per channel it takes less.`,
    )
  }
}

/**
 * Returns the maximum number of bytes of memory that decoding a picture needs. If the decoder cannot read the
 * picture line by line, it holds the whole picture in addition to the result.
 */
function decodedBytes(metadata: Metadata): number {
  const { width, height, channels, depth, isProgressive, format } = metadata
  const isStill = (format === 'webp' || format === 'heif') && !isAnimated(metadata)
  const isWhole = isProgressive || hasBareInks(metadata) || isStill
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * (isWhole ? 2 : 1)
}
