import type { Metadata, Sharp } from 'sharp'
import type { Mime } from '#shared/contract/media-types'
import { isAnimated, upright, type Open } from './decode'

/** The maximum size of an image that the image proxies of code hosts accept, in bytes. */
export const EMBED_BYTES = 5 * 1024 * 1024
/** The longest side of a derivative in pixels. */
const MAX_SIDE = 16_384
/** The longest side that WebP can store (RFC 9649, 2.6). */
const WEBP_SIDE = 16_383
const LOSSY_STEPS = [90, 75, 50] as const
/**
 * If a PNG exceeds the size limit by at most this factor, lossless WebP is tried, because its result may be
 * within the limit.
 */
const WEBP_GAIN = 1.6

/**
 * An encoded derivative. Width and height are the size of one frame. `lossless` states whether every pixel
 * equals the pixel of the original.
 */
export interface DerivedImage {
  data: Buffer
  mime: Mime
  width: number
  height: number
  lossless: boolean
  animated: boolean
}

type Encode = (picture: Sharp) => Sharp

/**
 * Encodes a picture within {@link EMBED_BYTES}. Tries lossless encodings first, then lossy ones, then smaller
 * sizes.
 */
export async function encodeWithinLimit(
  open: Open,
  metadata: Metadata,
  source: { mime: Mime; lossless: boolean },
): Promise<DerivedImage> {
  const animated = isAnimated(metadata)
  const { width, height } = upright(metadata)
  // An animation is encoded as WebP, whose maximum side length is lower than in other formats.
  const side = animated ? WEBP_SIDE : MAX_SIDE
  const fit = Math.min(1, side / Math.max(width, height))
  const webp = Math.max(width, height) * fit <= WEBP_SIDE

  async function make(encode: Encode, exact: boolean, share = fit): Promise<DerivedImage> {
    const picture = animated ? open() : open().autoOrient()
    const sized =
      share < 1
        ? picture.resize({ width: scaled(width, share), height: scaled(height, share), fit: 'fill' })
        : picture
    const { data, info } = await encode(sized).toBuffer({ resolveWithObject: true })
    return {
      data,
      mime: `image/${info.format}` as Mime,
      width: info.width,
      height: info.pageHeight ?? info.height,
      lossless: exact && share === 1 && !metadata.icc,
      animated,
    }
  }
  let made: DerivedImage | null = null
  for (const { encode, exact, within } of faithful(metadata, source, webp, animated)) {
    if (made && made.data.length > EMBED_BYTES * (within ?? Infinity)) continue
    made = await make(encode, exact)
    if (made.data.length <= EMBED_BYTES) return made
  }
  for (const quality of LOSSY_STEPS) {
    made = await make(lossy(quality, webp), false)
    if (made.data.length <= EMBED_BYTES) return made
    // If the result is far above the limit, lower qualities cannot reach it either.
    if (made.data.length > EMBED_BYTES * 3) break
  }
  for (let share = fit; ;) {
    share *= 0.9 * Math.min(1, Math.sqrt(EMBED_BYTES / (made?.data.length ?? EMBED_BYTES)))
    made = await make(
      lossy(LOSSY_STEPS[1], scaled(Math.max(width, height), share) <= WEBP_SIDE),
      false,
      share,
    )
    if (made.data.length <= EMBED_BYTES) return made
  }
}

const scaled = (pixels: number, share: number) => Math.max(1, Math.round(pixels * share))

function lossy(quality: number, webp: boolean): Encode {
  return picture =>
    webp
      ? picture.webp({ quality, effort: 2 })
      : picture.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling: '4:4:4' })
}

/**
 * A way to encode a picture. It is tried only if the previous result was at most `within` times the size
 * limit.
 */
interface Attempt {
  encode: Encode
  exact: boolean
  within?: number
}

const png: Encode = picture => picture.png({ compressionLevel: 3, adaptiveFiltering: false })
const losslessWebp: Encode = picture => picture.webp({ lossless: true, effort: 1 })

function faithful(
  metadata: Metadata,
  { mime, lossless }: { mime: Mime; lossless: boolean },
  webp: boolean,
  animated: boolean,
): Attempt[] {
  if (mime === 'image/jpeg') {
    const chromaSubsampling = metadata.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4'
    return [{ encode: picture => picture.jpeg({ quality: 92, chromaSubsampling }), exact: false }]
  }
  // If a GIF is still too large without its metadata, lossless WebP would be even larger.
  if (animated) return mime === 'image/webp' && lossless ? [{ encode: losslessWebp, exact: true }] : []
  if (!lossless) return webp ? [] : [{ encode: png, exact: false }]
  if (mime === 'image/webp' && webp) return [{ encode: losslessWebp, exact: true }]
  // A picture with an ICC profile is converted to sRGB with 8 bits, so only pictures without a profile keep
  // 16 bits.
  const deep = metadata.depth === 'ushort' && !metadata.icc
  return [
    ...(deep ? [{ encode: (picture: Sharp) => png(picture.toColorspace('rgb16')), exact: true }] : []),
    { encode: png, exact: !deep },
    ...(webp ? [{ encode: losslessWebp, exact: !deep, within: WEBP_GAIN }] : []),
  ]
}
