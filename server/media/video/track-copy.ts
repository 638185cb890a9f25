import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type Output,
  type OutputFormat,
} from 'mediabunny'
import { MediaError } from '../error'
import { assertDepth } from './bit-depth'
import type { Mp4Track } from './mp4-structure'
import { shownSamples, type Sample, type Shown, type ShownTrack } from './shown-samples'
import { stripUserData } from './strip-user-data'
import { SPACE } from './webm-presentation'

/**
 * A track of a video. Its samples are read by one or more demuxer tracks: `readers`, in the order of the
 * samples.
 */
export interface SourceTrack {
  track: InputTrack
  readers: InputTrack[]
  /** The data about the track in an MP4 file, including the edits to apply; null for other files. */
  mp4: Mp4Track | null
}

/** The functions that copy packets of a track to an output. */
export interface TrackCopy {
  add: (packet: EncodedPacket, isFirst: boolean) => Promise<void>
  close: () => void
}

/**
 * Returns when each sample of a track is shown, without reading the data of the samples. Throws a MediaError
 * if the number of samples differs from the number that the file states, or if the edits cannot be applied.
 */
export async function readShown(
  { track, readers, mp4 }: SourceTrack,
  movieTimescale: number,
): Promise<ShownTrack> {
  if (mp4 && mp4.tableSamples > 0 && mp4.untimedFragments > 0) throw untimed()
  const timescale = mp4?.timescale ?? 1
  const units = (seconds: number) => (mp4 ? Math.round(seconds * timescale) : seconds)
  const samples: Sample[] = []
  for (const reader of readers)
    for await (const packet of new EncodedPacketSink(reader).packets(undefined, undefined, {
      metadataOnly: true,
    }))
      samples.push({
        time: units(packet.timestamp),
        duration: units(packet.duration),
        isKey: packet.type === 'key',
      })
  if (mp4 && samples.length !== mp4.tableSamples + mp4.fragmentSamples) throw incomplete()
  return {
    isSound: !track.isVideoTrack(),
    shown: mp4 ? shownSamples(samples, mp4, movieTimescale) : samples,
  }
}

/**
 * Yields the packets of a track that are shown. Each packet has the time at which it is shown. Throws a
 * MediaError if packets are missing.
 */
export async function* shownPackets(
  { readers }: SourceTrack,
  shown: Shown[],
): AsyncGenerator<EncodedPacket, void> {
  let index = 0
  for (const reader of readers)
    for await (const packet of new EncodedPacketSink(reader).packets()) {
      const when = shown[index]
      index += 1
      if (when) yield packet.clone({ timestamp: when.time, duration: when.duration })
    }
  if (index < shown.length) throw incomplete()
}

/** Returns the error for fragments without times. A demuxer would show them from the start of the video. */
function untimed(): MediaError {
  return new MediaError(
    'undecodable',
    'The video has fragments without a time (tfdt) after the samples of its index.',
    'Write it again without fragments. "ffmpeg -i input.mp4 -c copy output.mp4" does so.',
  )
}

function incomplete(): MediaError {
  return new MediaError(
    'truncated',
    'The video is truncated: its index states more frames or sound than the file has.',
    'Send the complete file.',
  )
}

/**
 * Adds a track to an output. Returns the functions that copy packets of the track. Throws a MediaError if the
 * codec is unknown or the format of the output does not support it.
 */
export async function openTrack(
  output: Output,
  format: OutputFormat,
  track: InputTrack,
  packetCount: number,
): Promise<TrackCopy> {
  const codec = await track.getCodec()
  if (
    codec === null ||
    !format.getSupportedCodecs().includes(codec) ||
    (await track.getCodecParameterString()) === null
  )
    throw unknownCodec(track, codec)
  return track.isVideoTrack()
    ? openVideo(output, track, packetCount)
    : openAudio(output, track as InputAudioTrack, packetCount)
}

async function openVideo(
  output: Output,
  track: InputVideoTrack,
  maximumPacketCount: number,
): Promise<TrackCopy> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw unknownCodec(track, codec)
  assertDepth(codec, decoderConfig)
  const source = new EncodedVideoPacketSource(codec)
  // In WebM, a long track name reserves space, in which `writeWebmPresentation` later writes how frames are
  // shown.
  const isWebm = output.format instanceof WebMOutputFormat
  const name = isWebm ? SPACE : undefined
  output.addVideoTrack(source, { maximumPacketCount, rotation: await track.getRotation(), name })
  let latest = -Infinity
  // The muxer would write the colors of a WebM into the VP9 frames, which can make them invalid.
  const described = isWebm ? { ...decoderConfig, colorSpace: undefined } : decoderConfig
  const { config, strip, hasPicture } = stripUserData(codec, described)
  return {
    async add(packet, isFirst) {
      // Detects a track that begins with random bytes. The first H.264 or H.265 frame does not have to be a
      // key frame, because players also show videos that begin with another frame.
      if (isFirst && !(hasPicture(packet.data) ?? (await track.determinePacketType(packet)) === 'key'))
        throw new MediaError(
          'undecodable',
          'The video does not begin with a frame that decodes.',
          'Record it again and send the complete file.',
        )
      const data = strip(packet.data)
      // If a file has no table of key frames, every frame counts as a key frame. But a frame that is shown
      // before an earlier frame of the file cannot be a key frame.
      const isKey = isFirst || (packet.type === 'key' && packet.timestamp > latest)
      latest = Math.max(latest, packet.timestamp)
      // A packet that contained only user data is empty after the user data was removed. It is not copied.
      if (data.length > 0)
        await source.add(
          packet.clone({ data, type: isKey ? 'key' : 'delta' }),
          isFirst ? { decoderConfig: config } : undefined,
        )
    },
    close: () => source.close(),
  }
}

async function openAudio(
  output: Output,
  track: InputAudioTrack,
  maximumPacketCount: number,
): Promise<TrackCopy> {
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
