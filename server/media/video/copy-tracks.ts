import { open, type FileHandle } from 'node:fs/promises'
import {
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
  type InputTrack,
  type StreamTargetChunk,
} from 'mediabunny'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { openTrack, type TrackCopy } from './track-copy'

const WRITE_BYTES = 1024 * 1024

/** Runs a read or write of a disk, and remembers its error: it is not an error of the video. */
export type DiskIo = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Writes tracks to a new file of the same container, packet by packet. Returns the end of the last packet in
 * seconds. Reserves space for the index of an mp4 at the front, and fills it in at the end. Throws a
 * MediaError.
 */
export async function copyTracks(
  tracks: InputTrack[],
  mime: Mime,
  outPath: string,
  io: DiskIo,
): Promise<number> {
  // Not the muxer's own file handle, which stays open when the muxer fails before it starts.
  const file = await io(() => open(outPath, 'w'))
  try {
    const format =
      mime === 'video/mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat()
    const output = new Output({
      format,
      target: new StreamTarget(writableOf(file, io), { chunked: true, chunkSize: WRITE_BYTES }),
    })
    try {
      const copies = await Promise.all(tracks.map(track => openTrack(output, format, track)))
      await output.start()
      const end = await copyInOrder(copies, await shiftOf(tracks, mime))
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

/**
 * Returns the seconds to add to all times. Encoder delay begins before zero: mp4 has an edit list for it,
 * WebM has no negative times.
 */
async function shiftOf(tracks: InputTrack[], mime: Mime): Promise<number> {
  return mime === 'video/mp4'
    ? 0
    : -Math.min(0, ...(await Promise.all(tracks.map(track => track.getFirstTimestamp()))))
}

/**
 * Copies the packets of all tracks in the order of their times, since the muxer holds everything that is
 * ahead of the slowest track in memory. Returns the end of the last packet in seconds.
 */
async function copyInOrder(copies: TrackCopy[], shift: number): Promise<number> {
  const heads = await Promise.all(
    copies.map(async copy => ({ copy, copied: 0, packet: (await copy.packets.next()).value })),
  )
  if (heads.some(head => head.packet === undefined))
    throw new MediaError(
      'truncated',
      'A track of the video is empty: the file was cut short, or nothing was recorded.',
      'Record it again and send the file whole.',
    )
  let end = 0
  for (;;) {
    const [next] = heads
      .filter(head => head.packet !== undefined)
      .sort((a, b) => (a.packet?.timestamp ?? 0) - (b.packet?.timestamp ?? 0))
    if (!next?.packet) return end
    const timestamp = next.packet.timestamp + shift
    await next.copy.add(next.packet.clone({ timestamp }), next.copied === 0)
    next.copied += 1
    end = Math.max(end, timestamp + next.packet.duration)
    next.packet = (await next.copy.packets.next()).value
    if (next.packet !== undefined) continue
    if (next.copied < next.copy.promised)
      throw new MediaError(
        'truncated',
        'The video is truncated: its index promises more frames or sound than the file has.',
        'Send the file whole.',
      )
    next.copy.close()
  }
}
