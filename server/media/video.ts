import {
  CustomSource, EncodedAudioPacketSource, EncodedPacketSink, EncodedVideoPacketSource, FilePathSource, FilePathTarget, Input, MP4, Mp4OutputFormat, Output, WEBM, WebMOutputFormat,
  type InputAudioTrack, type InputVideoTrack,
} from 'mediabunny'
import type { Mime } from '#shared/contract/fields'
import { assertWholeMp4, assertWholeWebm } from './container'
import { MediaError } from './error'
import { videoQueue } from './queue'
import type { ByteSource } from './source'

export interface VideoFacts { width: number, height: number, durationMs: number }

/**
 * Copies a recording packet by packet, without re-encoding: its tags are gone, an mp4's index stands in front, and a
 * browser's webm gets the duration and cues it lacks. Memory stays flat: the index is reserved, not buffered. Every
 * packet is read on the way, so that a truncated file is found. Throws a MediaError.
 */
export function remuxVideo(source: ByteSource, mime: Mime, outPath: string): Promise<VideoFacts> {
  return videoQueue(async () => {
    await (mime === 'video/mp4' ? assertWholeMp4(source) : assertWholeWebm(source))
    using input = new Input({ source: sourceOf(source), formats: [MP4, WEBM] })
    try {
      const [video, ...others] = await input.getVideoTracks()
      if (!video) throw new MediaError('undecodable', 'The file holds no picture track.', 'Send a recording with a picture.')
      const audio = await input.getAudioTracks()
      const facts = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
      const end = await copy([video, ...others], audio, mime, outPath)
      return { ...facts, durationMs: Math.round(end * 1000) }
    } catch (error) {
      if (error instanceof MediaError) throw error
      throw new MediaError('undecodable', 'The recording cannot be read: it is truncated, corrupt, or uses an unknown codec.', 'Record it again and send the file whole.', { cause: error })
    }
  })
}

function sourceOf(source: ByteSource) {
  return source.path === undefined
    ? new CustomSource({ getSize: () => source.size, read: (start, end) => source.read(start, end) })
    : new FilePathSource(source.path)
}

type AnyTrack = InputVideoTrack | InputAudioTrack

/** Writes the tracks to a file of the same container; answers the end of the last packet in seconds. */
async function copy(video: InputVideoTrack[], audio: InputAudioTrack[], mime: Mime, outPath: string): Promise<number> {
  const format = mime === 'video/mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
  const output = new Output({ format, target: new FilePathTarget(outPath) })
  try {
    const tracks = await Promise.all([...video, ...audio].map(async track => ({ track, first: await track.getFirstTimestamp(), count: (await track.computePacketStats()).packetCount })))
    // Encoder delay may begin before zero; containers may not.
    const shift = -Math.min(0, ...tracks.map(({ first }) => first))
    const feeds = []
    for (const { track, count } of tracks) feeds.push(await addTrack(output, track, count))
    await output.start()
    const ends = await Promise.all(feeds.map(feed => feed(shift)))
    await output.finalize()
    return Math.max(...ends)
  } catch (error) {
    await output.cancel().catch(() => {})
    throw error
  }
}

/** Adds a track to the output; the answer copies its packets, and tells where they end. */
async function addTrack(output: Output, track: AnyTrack, maximumPacketCount: number): Promise<(shift: number) => Promise<number>> {
  if (track.isVideoTrack()) {
    const codec = await track.getCodec()
    const decoderConfig = await track.getDecoderConfig()
    if (codec === null || decoderConfig === null) throw unknownCodec('picture')
    const into = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(into, { maximumPacketCount, rotation: await track.getRotation() })
    return shift => feed(track, shift, (packet, isFirst) => into.add(packet, isFirst ? { decoderConfig } : undefined), () => into.close())
  }
  const codec = await (track as InputAudioTrack).getCodec()
  const decoderConfig = await (track as InputAudioTrack).getDecoderConfig()
  if (codec === null || decoderConfig === null) throw unknownCodec('sound')
  const into = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(into, { maximumPacketCount })
  return shift => feed(track, shift, (packet, isFirst) => into.add(packet, isFirst ? { decoderConfig } : undefined), () => into.close())
}

type Packet = NonNullable<Awaited<ReturnType<EncodedPacketSink['getFirstPacket']>>>

async function feed(track: AnyTrack, shift: number, add: (packet: Packet, isFirst: boolean) => Promise<void>, close: () => void): Promise<number> {
  let end = 0
  let isFirst = true
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp + shift
    await add(packet.clone({ timestamp }), isFirst)
    end = Math.max(end, timestamp + packet.duration)
    isFirst = false
  }
  close()
  if (isFirst) throw new MediaError('undecodable', 'A track of the recording is empty.', 'Record it again.')
  return end
}

const unknownCodec = (what: string) => new MediaError('undecodable', `The ${what} track uses a codec that is not known.`, 'Use H.264 or H.265 with AAC in mp4, VP8, VP9 or AV1 with Opus in webm.')
