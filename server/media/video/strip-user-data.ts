import type { VideoCodec } from 'mediabunny'
import { nalLayouts, stripNals, toBuffer } from './nal-user-data'
import { stripObus } from './obu-user-data'

interface Stripped {
  config: VideoDecoderConfig
  /** Removes from a packet what players never show. The result may be empty. */
  strip: (packet: Uint8Array) => Uint8Array
}

/**
 * Returns the decoder configuration of a video track without user data, and a function that removes it from
 * packets: SEI messages of registered and unregistered user data (H.264 and H.265), ITU-T T.35 metadata and
 * padding (AV1). VP8 and VP9 cannot carry user data.
 */
export function stripUserData(codec: VideoCodec, config: VideoDecoderConfig): Stripped {
  if (codec === 'av1') return { config, strip: stripObus }
  const layout = nalLayouts[codec]
  const { description } = config
  if (!layout || !description) return { config, strip: packet => packet }
  const bytes = toBuffer(description)
  const lengthBytes = ((bytes[layout.lengthAt] ?? 3) & 3) + 1
  return {
    config: { ...config, description: layout.cleanConfig(bytes) },
    strip: packet => stripNals(packet, lengthBytes, layout),
  }
}
