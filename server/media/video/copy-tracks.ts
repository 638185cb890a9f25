import { open, type FileHandle } from 'node:fs/promises'
import {
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
  type EncodedPacket,
  type OutputFormat,
  type StreamTargetChunk,
} from 'mediabunny'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { alignTracks, beginAtZero } from './shown-samples'
import { openTrack, readShown, shownPackets, type SourceTrack, type TrackCopy } from './track-copy'

const WRITE_BYTES = 1024 * 1024

/**
 * Runs a disk read or write. If it fails, records the failure, so that it can be distinguished from an error
 * of the video.
 */
export type DiskIo = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Writes the visible part of tracks to a new file, packet by packet. The new file begins at time 0. Returns
 * the time at which the last packet ends, in seconds. In an mp4, the index is written into space that is
 * reserved at the front. Throws a MediaError for a track that cannot be copied.
 */
export async function copyTracks(
  tracks: SourceTrack[],
  movieTimescale: number,
  mime: Mime,
  outPath: string,
  io: DiskIo,
): Promise<number> {
  // The file is opened here, because the muxer would leave its own file handle open if it failed before it
  // started.
  const file = await io(() => open(outPath, 'w'))
  try {
    const format =
      mime === 'video/mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
    const output = new Output({
      format,
      target: new StreamTarget(writableOf(file, io), { chunked: true, chunkSize: WRITE_BYTES }),
    })
    try {
      const copies = await openAll(tracks, movieTimescale, output, format)
      await output.start()
      const end = await copyInOrder(copies)
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

function writableOf(file: FileHandle, io: DiskIo): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    write: ({ data, position }) =>
      io(async () => {
        for (let done = 0; done < data.length;)
          done += (await file.write(data, done, data.length - done, position + done)).bytesWritten
      }),
  })
}

/** A track that is being copied, with its remaining packets. */
interface Copied extends TrackCopy {
  packets: AsyncGenerator<EncodedPacket, void>
}

/**
 * Adds tracks to an output, in the given order. Throws if a track contains no sample that is shown or played.
 */
async function openAll(
  tracks: SourceTrack[],
  movieTimescale: number,
  output: Output,
  format: OutputFormat,
): Promise<Copied[]> {
  const read = await Promise.all(tracks.map(track => readShown(track, movieTimescale)))
  const aligned = format instanceof WebMOutputFormat ? beginAtZero(read) : alignTracks(read)
  const copies: Copied[] = []
  for (const [i, track] of tracks.entries()) {
    const shown = aligned[i] ?? []
    const count = shown.filter(each => each !== null).length
    if (count === 0) throw empty()
    const copy = await openTrack(output, format, track.track, count)
    copies.push({ ...copy, packets: shownPackets(track, shown) })
  }
  return copies
}

function empty(): MediaError {
  return new MediaError(
    'truncated',
    'A track of the video is empty: the file was cut short, or nothing was recorded.',
    'Record it again and send the complete file.',
  )
}

/**
 * Copies the packets of all tracks in the order of their times. In any other order, one track would be ahead
 * of another, and the muxer would buffer its packets. Returns the time at which the last packet ends, in
 * seconds.
 */
async function copyInOrder(copies: Copied[]): Promise<number> {
  const heads = await Promise.all(
    copies.map(async copy => ({ copy, isFirst: true, packet: (await copy.packets.next()).value })),
  )
  const timeOf = ({ packet }: (typeof heads)[number]) => packet?.timestamp ?? Infinity
  let end = 0
  for (;;) {
    // Finds the earliest packet without sorting, because a file can have hundreds of tracks.
    const next = heads.reduce<(typeof heads)[number] | undefined>(
      (earliest, head) => (earliest === undefined || timeOf(head) < timeOf(earliest) ? head : earliest),
      undefined,
    )
    if (!next?.packet) return end
    await next.copy.add(next.packet, next.isFirst)
    next.isFirst = false
    end = Math.max(end, next.packet.timestamp + next.packet.duration)
    next.packet = (await next.copy.packets.next()).value
    if (next.packet === undefined) next.copy.close()
  }
}
