import type { VideoCodec } from 'mediabunny'
import { hasSlice, nalLayouts, stripNals, toBuffer } from './nal-user-data'
import { stripObus } from './obu-user-data'

interface Stripped {
  config: VideoDecoderConfig
  /** Removes data that players never show from a packet. The result may be empty. */
  strip: (packet: Uint8Array) => Uint8Array
  /** Returns whether a packet has a picture, as far as this is known without decoding; null if it is not. */
  hasPicture: (packet: Uint8Array) => boolean | null
}

/**
 * Returns the decoder configuration of a video track without user data, and a function that removes it from
 * packets: SEI messages of registered and unregistered user data (H.264 and H.265), ITU-T T.35 metadata and
 * padding (AV1). VP8 and VP9 cannot carry user data.
 */
export function stripUserData(codec: VideoCodec, config: VideoDecoderConfig): Stripped {
  if (codec === 'av1') return { config, strip: stripObus, hasPicture: () => null }
  const layout = nalLayouts[codec]
  const { description } = config
  if (!layout) return { config, strip: packet => packet, hasPicture: () => null }
  // Without a description, units follow start codes.
  const bytes = description ? toBuffer(description) : null
  const lengthBytes = bytes ? ((bytes[layout.lengthAt] ?? 3) & 3) + 1 : 0
  return {
    config: bytes ? { ...config, description: layout.cleanConfig(bytes) } : config,
    strip: packet => stripNals(packet, lengthBytes, layout),
    hasPicture: packet => hasSlice(packet, lengthBytes, layout),
  }
}
