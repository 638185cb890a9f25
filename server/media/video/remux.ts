import { stat } from 'node:fs/promises'
import {
  CustomSource,
  Input,
  MP4,
  WEBM,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { assertWholeMp4 } from './mp4-structure'
import { copyTracks, type DiskIo } from './copy-tracks'
import type { ByteSource } from '~~/server/byte-source'
import { assertWholeWebm } from './webm-structure'

/** Pixels as shown, after rotation and pixel aspect; the duration in whole milliseconds. */
export interface VideoFacts {
  width: number
  height: number
  durationMs: number
}
export interface ProbedVideo extends VideoFacts {
  /** Codecs by RFC 6381, the video track first: `avc1.42c00d`, `mp4a.40.2`. */
  codecs: string[]
}
export interface RemuxedVideo extends VideoFacts {
  bytes: number
}

/**
 * Returns what the container of a video states, without reading its frames. Throws a MediaError for a
 * file that is not a video, has no video track, or is truncated.
 */
export function probeVideo(source: ByteSource, mime: Mime): Promise<ProbedVideo> {
  return withRecording(source, mime, async ({ input, video, tracks }) => {
    const codecs = await Promise.all(tracks.map(track => track.getCodecParameterString()))
    return {
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      durationMs: Math.round((await input.computeDuration()) * 1000),
      codecs: codecs.filter(codec => codec !== null),
    }
  })
}

/**
 * Copies a video packet by packet to a new file, without re-encoding: removes its tags, puts the index of
 * an mp4 at the front, and adds the duration and cues that a browser's webm lacks. Memory stays flat. Reads
 * every packet, so that a truncated file is detected. Throws a MediaError; the caller then removes the file.
 */
export function remuxVideo(source: ByteSource, mime: Mime, outPath: string): Promise<RemuxedVideo> {
  return withRecording(source, mime, async ({ video, tracks, io }) => {
    const end = await copyTracks(tracks, mime, outPath, io)
    const { size } = await stat(outPath)
    return {
      bytes: size,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      durationMs: Math.round(end * 1000),
    }
  })
}

interface Opened {
  input: Input
  video: InputVideoTrack
  tracks: InputTrack[]
  io: DiskIo
}

/**
 * Opens a video and runs work on it. Errors of the disk are thrown unchanged, all others as a MediaError.
 */
async function withRecording<T>(
  source: ByteSource,
  mime: Mime,
  run: (opened: Opened) => Promise<T>,
): Promise<T> {
  const faults: unknown[] = []
  const io: DiskIo = async work => {
    try {
      return await work()
    } catch (error) {
      faults.push(error)
      throw error
    }
  }
  try {
    const file: ByteSource = { ...source, read: (start, end) => io(() => source.read(start, end)) }
    await (mime === 'video/mp4' ? assertWholeMp4(file) : assertWholeWebm(file))
    using input = new Input({
      source: new CustomSource({
        getSize: () => source.size,
        read: file.read,
        prefetchProfile: 'fileSystem',
        handleUnhandledError: () => {},
      }),
      formats: [MP4, WEBM],
    })
    const [video, ...others] = await input.getVideoTracks()
    if (!video)
      throw new MediaError('no_picture', 'The file has no video track.', 'Send a file with a video track.')
    const audio: InputAudioTrack[] = await input.getAudioTracks()
    return await run({ input, video, tracks: [video, ...others, ...audio], io })
  } catch (error) {
    if (faults.length > 0) throw faults[0]
    if (error instanceof MediaError) throw error
    throw new MediaError(
      'undecodable',
      'The video cannot be read: it is truncated or corrupt.',
      'Record it again and send the file whole.',
      { cause: error },
    )
  }
}
