import { open, type FileHandle } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type OutputFormat,
  type StreamTargetChunk,
} from 'mediabunny'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { stripUserData } from './strip-user-data'

const WRITE_BYTES = 1024 * 1024

/** Runs reading or writing, so that its faults can be told from those of the recording. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Writes tracks to a new file of the same container, packet by packet; answers where the last one ends, in
 * seconds. The index of an mp4 is reserved in front and filled in at the end. Throws a MediaError.
 */
export async function copyTracks(
  tracks: InputTrack[],
  mime: Mime,
  outPath: string,
  guard: Guard,
): Promise<number> {
  // A handle of our own: the muxer's leaves the file open when it fails before its start.
  const file = await guard(() => open(outPath, 'w'))
  try {
    const format =
      mime === 'video/mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
    const output = new Output({
      format,
      target: new StreamTarget(writableOf(file, guard), { chunked: true, chunkSize: WRITE_BYTES }),
    })
    try {
      const lanes = await Promise.all(tracks.map(track => openLane(output, format, track)))
      await output.start()
      const end = await merge(lanes, await shiftOf(tracks, mime))
      await output.finalize()
      return end
    } catch (error) {
      await output.cancel().catch(() => {})
      throw error
    }
  } finally {
    await file.close()
  }
}

function writableOf(file: FileHandle, guard: Guard): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    write: ({ data, position }) =>
      guard(async () => {
        for (let done = 0; done < data.length;)
          done += (await file.write(data, done, data.length - done, position + done)).bytesWritten
      }),
  })
}

/** Encoder delay begins before zero. An mp4 says so in its edit list; WebM has no such thing. */
async function shiftOf(tracks: InputTrack[], mime: Mime): Promise<number> {
  return mime === 'video/mp4'
    ? 0
    : -Math.min(0, ...(await Promise.all(tracks.map(track => track.getFirstTimestamp()))))
}

interface Lane {
  packets: AsyncIterator<EncodedPacket, void>
  /** How many the index promises. */
  promised: number
  add: (packet: EncodedPacket, isFirst: boolean) => Promise<void>
  close: () => void
}

async function openLane(output: Output, format: OutputFormat, track: InputTrack): Promise<Lane> {
  const codec = await track.getCodec()
  if (
    codec === null ||
    !format.getSupportedCodecs().includes(codec) ||
    (await track.getCodecParameterString()) === null
  )
    throw unknownCodec(track, codec)
  const maximumPacketCount = (await track.computePacketStats()).packetCount
  const lane = { packets: new EncodedPacketSink(track).packets(), promised: maximumPacketCount }
  return track.isVideoTrack()
    ? { ...lane, ...(await videoFeed(output, track, maximumPacketCount)) }
    : { ...lane, ...(await audioFeed(output, track as InputAudioTrack, maximumPacketCount)) }
}

async function videoFeed(
  output: Output,
  track: InputVideoTrack,
  maximumPacketCount: number,
): Promise<Pick<Lane, 'add' | 'close'>> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw unknownCodec(track, codec)
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { maximumPacketCount, rotation: await track.getRotation() })
  const { config, strip } = stripUserData(codec, decoderConfig)
  return {
    async add(packet, isFirst) {
      // What the container calls a key frame has to be one: noise in its place is found here.
      if (isFirst && (await track.determinePacketType(packet)) !== 'key')
        throw new MediaError(
          'undecodable',
          'The recording does not begin with a picture that decodes.',
          'Record it again and send the file whole.',
        )
      const data = strip(packet.data)
      // A packet of user data alone has no picture.
      if (data.length > 0)
        await source.add(packet.clone({ data }), isFirst ? { decoderConfig: config } : undefined)
    },
    close: () => source.close(),
  }
}

async function audioFeed(
  output: Output,
  track: InputAudioTrack,
  maximumPacketCount: number,
): Promise<Pick<Lane, 'add' | 'close'>> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) throw unknownCodec(track, codec)
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, { maximumPacketCount })
  return {
    add: (packet, isFirst) => source.add(packet, isFirst ? { decoderConfig } : undefined),
    close: () => source.close(),
  }
}

/**
 * Feeds the earliest packet of all tracks next: the muxer holds whatever is ahead of the slowest track in
 * memory.
 */
async function merge(lanes: Lane[], shift: number): Promise<number> {
  const heads = await Promise.all(
    lanes.map(async lane => ({ lane, fed: 0, packet: (await lane.packets.next()).value })),
  )
  if (heads.some(head => head.packet === undefined))
    throw new MediaError(
      'truncated',
      'A track of the recording is empty: the file was cut short, or nothing was recorded.',
      'Record it again and send the file whole.',
    )
  let end = 0
  for (;;) {
    const [next] = heads
      .filter(head => head.packet !== undefined)
      .sort((a, b) => (a.packet?.timestamp ?? 0) - (b.packet?.timestamp ?? 0))
    if (!next?.packet) return end
    const timestamp = next.packet.timestamp + shift
    await next.lane.add(next.packet.clone({ timestamp }), next.fed === 0)
    next.fed += 1
    end = Math.max(end, timestamp + next.packet.duration)
    next.packet = (await next.lane.packets.next()).value
    if (next.packet !== undefined) continue
    if (next.fed < next.lane.promised)
      throw new MediaError(
        'truncated',
        'The recording is truncated: its index promises more pictures or sound than the file has.',
        'Send the file whole.',
      )
    next.lane.close()
  }
}

function unknownCodec(track: InputTrack, codec: string | null): MediaError {
  return new MediaError(
    'unknown_codec',
    `The ${track.isVideoTrack() ? 'picture' : 'sound'} track uses ${codec === null ? 'a codec that is not known' : `${codec}, which this container does not take`}.`,
    'Use H.264 or H.265 with AAC in mp4, VP8, VP9 or AV1 with Opus in webm.',
  )
}
