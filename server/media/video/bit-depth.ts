import type { VideoCodec } from 'mediabunny'
import { MediaError } from '../error'
import { toBuffer } from './nal-user-data'

/**
 * The maximum number of bits per channel of H.264 and H.265 that browsers decode. For VP9 and AV1 there is no
 * check, because browsers decode up to 12 bits.
 */
const MAX_BITS = 10

/** Throws a MediaError if the decoder configuration states more bits per channel than browsers decode. */
export function assertDepth(codec: VideoCodec, { description }: VideoDecoderConfig): void {
  if (!description) return
  const config = toBuffer(description)
  const bits = codec === 'hevc' ? depthOfHevc(config) : codec === 'avc' ? depthOfAvc(config) : 8
  if (bits <= MAX_BITS) return
  throw new MediaError(
    'too_deep',
    `The video has ${bits} bits per channel. ` +
      `Browsers play ${codec === 'hevc' ? 'H.265' : 'H.264'} with up to ${MAX_BITS} bits.`,
    'Export it with 8 bits. "ffmpeg -i input.mp4 -c:v libx264 -pix_fmt yuv420p output.mp4" does so.',
  )
}

/**
 * Reads HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1), which has 3 bits each for luma and
 * chroma.
 */
const depthOfHevc = (config: Buffer) => 8 + Math.max((config[17] ?? 0) & 7, (config[18] ?? 0) & 7)

/** The profiles of H.264 whose decoder configuration states a bit depth. All other profiles have 8 bits. */
const HIGH_PROFILES = [100, 110, 122, 144, 244]

/**
 * Returns the bit depth in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). For profiles with
 * more than 8 bits, it is stored after the parameter sets.
 */
function depthOfAvc(config: Buffer): number {
  if (!HIGH_PROFILES.includes(config[1] ?? 0)) return 8
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = (config[at] ?? 0) & mask
    at += 1
    for (let i = 0; i < count; i++) at += 2 + ((config[at] ?? 0) << 8) + (config[at + 1] ?? 0)
  }
  return 8 + Math.max((config[at + 1] ?? 0) & 7, (config[at + 2] ?? 0) & 7)
}
