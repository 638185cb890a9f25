import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type Output,
  type OutputFormat,
} from 'mediabunny'
import { MediaError } from '../error'
import { stripUserData } from './strip-user-data'

/** A track with the packets to copy. */
export interface TrackCopy {
  packets: AsyncIterator<EncodedPacket, void>
  /** Number of packets that the index states. */
  promised: number
  add: (packet: EncodedPacket, isFirst: boolean) => Promise<void>
  close: () => void
}

/** Adds a track to an output and returns what copies it. Throws a MediaError for an unknown codec. */
export async function openTrack(output: Output, format: OutputFormat, track: InputTrack): Promise<TrackCopy> {
  const codec = await track.getCodec()
  if (
    codec === null ||
    !format.getSupportedCodecs().includes(codec) ||
    (await track.getCodecParameterString()) === null
  )
    throw unknownCodec(track, codec)
  const maximumPacketCount = (await track.computePacketStats()).packetCount
  const packets = { packets: new EncodedPacketSink(track).packets(), promised: maximumPacketCount }
  return track.isVideoTrack()
    ? { ...packets, ...(await openVideo(output, track, maximumPacketCount)) }
    : { ...packets, ...(await openAudio(output, track as InputAudioTrack, maximumPacketCount)) }
}

async function openVideo(
  output: Output,
  track: InputVideoTrack,
  maximumPacketCount: number,
): Promise<Pick<TrackCopy, 'add' | 'close'>> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw unknownCodec(track, codec)
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { maximumPacketCount, rotation: await track.getRotation() })
  const { config, strip } = stripUserData(codec, decoderConfig)
  return {
    async add(packet, isFirst) {
      // Detects noise in place of what the container states is a key frame.
      if (isFirst && (await track.determinePacketType(packet)) !== 'key')
        throw new MediaError(
          'undecodable',
          'The video does not begin with a frame that decodes.',
          'Record it again and send the file whole.',
        )
      const data = strip(packet.data)
      // A packet that held nothing but user data has no picture.
      if (data.length > 0)
        await source.add(packet.clone({ data }), isFirst ? { decoderConfig: config } : undefined)
    },
    close: () => source.close(),
  }
}

async function openAudio(
  output: Output,
  track: InputAudioTrack,
  maximumPacketCount: number,
): Promise<Pick<TrackCopy, 'add' | 'close'>> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw unknownCodec(track, codec)
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, { maximumPacketCount })
  return {
    add: (packet, isFirst) => source.add(packet, isFirst ? { decoderConfig } : undefined),
    close: () => source.close(),
  }
}

function unknownCodec(track: InputTrack, codec: string | null): MediaError {
  const kind = track.isVideoTrack() ? 'picture' : 'sound'
  const used = codec === null ? 'an unknown codec' : `${codec}, which this container does not support`
  return new MediaError(
    'unknown_codec',
    `The ${kind} track uses ${used}.`,
    'Use H.264 or H.265 with AAC in mp4, VP8, VP9 or AV1 with Opus in webm.',
  )
}
