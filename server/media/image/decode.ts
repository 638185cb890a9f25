import type { Metadata, Sharp } from 'sharp'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { countFrames } from './count-frames'
import { segmentsOf } from './source/jpeg'
import { normalizedInput } from './source/normalized-input'
import sharp from './sharp'
import type { ByteSource } from '~~/server/bytes/byte-source'

/** The largest number of pixels of one picture, or of all frames of an animation together. */
export const MAX_PIXELS = 100_000_000
/** The largest number of bytes of all decoded pixels. A picture that is decoded as a whole counts twice. */
const MAX_DECODED_BYTES = 400_000_000
/**
 * The largest number of frames of an animation: the decoder creates an object for each before it decodes any.
 */
export const MAX_FRAMES = 10_000

/** Opens a new decoder for all frames of the picture, or for the first one. */
export type Open = (options?: { pages: 1 }) => Sharp

/**
 * Calls a function with a picture. Throws a MediaError: `too_many_pixels` from the header alone,
 * `undecodable` if the decoder fails. Disk errors are thrown unchanged.
 */
export async function decoding<T>(
  source: ByteSource,
  mime: Mime,
  run: (open: Open, metadata: Metadata) => Promise<T>,
): Promise<T> {
  try {
    await assertFewFrames(source, mime)
    if (mime === 'image/jpeg') await assertEightBits(source)
    const input = await normalizedInput(source, mime)
    const metadata = await sharp(input, { limitInputPixels: false, pages: -1 }).metadata()
    assertDecodable(metadata)
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' as const, pages: -1 }
    if (hasBareInks(metadata)) return await run(...(await mixed(sharp(input, limits), metadata)))
    const space = spaceOf(metadata)
    const open: Open = options => {
      const picture = sharp(input, { ...limits, ...options })
      return space ? picture.pipelineColourspace(space) : picture
    }
    return await run(open, metadata)
  } catch (error) {
    if (error instanceof MediaError) throw error
    // Throws the disk error if the file cannot be read: then the picture is not the cause.
    await source.read(0, Math.min(1, source.size))
    throw undecodable(error)
  }
}

/** Returns the color space signature of a profile (ICC.1:2022, 7.2.6). */
const colorsOf = (icc: Buffer | undefined) => icc?.toString('latin1', 16, 20)

/**
 * Returns the color space in which a picture must be decoded so that its profile is applied. With 16 bits,
 * the library converts colors to P3 without stating it, and does not convert gray; it applies no color
 * profile to gray.
 */
function spaceOf({ depth, icc, channels }: Metadata): string | null {
  if (!icc) return null
  const isGray = channels < 3
  if (isGray && colorsOf(icc) === 'RGB ') return 'srgb'
  return depth === 'ushort' ? (isGray ? 'b-w' : 'srgb') : null
}

/** Returns whether a picture has the four inks of print without a profile that defines their colors. */
const hasBareInks = ({ space, icc }: Metadata) => space === 'cmyk' && colorsOf(icc) !== 'CMYK'

/** Mixes inks as Chromium does: each removes its share of light. Returns an upright color picture. */
async function mixed(picture: Sharp, metadata: Metadata): Promise<[Open, Metadata]> {
  const { data: inks, info } = await picture
    .pipelineColourspace('cmyk')
    .autoOrient()
    .toColourspace('cmyk')
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

/** Returns the size of a frame in pixels as shown, after applying the EXIF orientation. */
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
 * Returns whether a marker is a frame header of a JPEG (ITU-T T.81, B.1.1.3): C0 to CF except tables,
 * extensions and conditioning.
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
 * Checks the size in the header before any pixel is decoded. With all pages open, the height is the sum of
 * all frames.
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
 * Returns the largest amount of memory that decoding takes: a picture that is not decoded line by line is
 * held as a whole in addition to the result.
 */
function decodedBytes(metadata: Metadata): number {
  const { width, height, channels, depth, isProgressive, format } = metadata
  const isWhole = isProgressive || hasBareInks(metadata) || (format === 'webp' && !isAnimated(metadata))
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * (isWhole ? 2 : 1)
}
