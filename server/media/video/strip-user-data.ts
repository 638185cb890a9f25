import type { VideoCodec } from 'mediabunny'
import { hasSlice, nalLayouts, stripNals, toBuffer } from './nal-user-data'
import { stripObus } from './obu-user-data'

interface Stripped {
  config: VideoDecoderConfig
  /** Removes from a packet the data that players never show. The result may be empty. */
  strip: (packet: Uint8Array) => Uint8Array
  /**
   * Returns whether a packet contains part of a frame; null if this cannot be known without decoding the
   * packet.
   */
  hasPicture: (packet: Uint8Array) => boolean | null
}

/**
 * Returns the decoder configuration of a video track without user data, and functions that handle its
 * packets. In H.264 and H.265, user data are SEI messages of the user data types. In AV1, they are ITU-T T.35
 * metadata and padding. VP8 and VP9 cannot contain user data.
 */
export function stripUserData(codec: VideoCodec, config: VideoDecoderConfig): Stripped {
  if (codec === 'av1') return { config, strip: stripObus, hasPicture: () => null }
  const layout = nalLayouts[codec]
  const { description } = config
  if (!layout) return { config, strip: packet => packet, hasPicture: () => null }
  // Without a decoder configuration, NAL units are separated by start codes.
  const bytes = description ? toBuffer(description) : null
  const lengthBytes = bytes ? ((bytes[layout.lengthAt] ?? 3) & 3) + 1 : 0
  return {
    config: bytes ? { ...config, description: layout.cleanConfig(bytes) } : config,
    strip: packet => stripNals(packet, lengthBytes, layout),
    hasPicture: packet => hasSlice(packet, lengthBytes, layout),
  }
}
