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
import { copyTracks, type Guard } from './copy-tracks'
import type { ByteSource } from '~~/server/byte-source'
import { assertWholeWebm } from './webm-structure'

/** Pixels as shown, after rotation and pixel aspect; the duration in whole milliseconds. */
export interface VideoFacts {
  width: number
  height: number
  durationMs: number
}
export interface ProbedVideo extends VideoFacts {
  /** RFC 6381, the picture's first: `avc1.42c00d`, `mp4a.40.2`. */
  codecs: string[]
}
export interface RemuxedVideo extends VideoFacts {
  bytes: number
}

/**
 * What a recording's container says, without reading its pictures. Throws a MediaError for what is no
 * recording, has no picture track, or ends before its container does.
 */
export function probeVideo(source: ByteSource, mime: Mime): Promise<ProbedVideo> {
  return reading(source, mime, async ({ input, video, tracks }) => {
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
 * Copies a recording packet by packet to a new file, without re-encoding: its tags are gone, an mp4's index
 * stands in front, and a browser's webm gets the duration and cues it lacks. Memory stays flat. Every packet
 * is read on the way, so that a truncated file is found. Throws a MediaError; the file is the caller's to
 * remove then.
 */
export function remuxVideo(source: ByteSource, mime: Mime, outPath: string): Promise<RemuxedVideo> {
  return reading(source, mime, async ({ video, tracks, guard }) => {
    const end = await copyTracks(tracks, mime, outPath, guard)
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
  guard: Guard
}

async function reading<T>(source: ByteSource, mime: Mime, run: (opened: Opened) => Promise<T>): Promise<T> {
  const faults: unknown[] = []
  const guard: Guard = async work => {
    try {
      return await work()
    } catch (error) {
      faults.push(error)
      throw error
    }
  }
  try {
    const guarded: ByteSource = { ...source, read: (start, end) => guard(() => source.read(start, end)) }
    await (mime === 'video/mp4' ? assertWholeMp4(guarded) : assertWholeWebm(guarded))
    using input = new Input({
      source: new CustomSource({
        getSize: () => source.size,
        read: guarded.read,
        prefetchProfile: 'fileSystem',
        handleUnhandledError: () => {},
      }),
      formats: [MP4, WEBM],
    })
    const [video, ...others] = await input.getVideoTracks()
    if (!video)
      throw new MediaError(
        'no_picture',
        'The file holds no picture track.',
        'Send a recording with a picture.',
      )
    const audio: InputAudioTrack[] = await input.getAudioTracks()
    return await run({ input, video, tracks: [video, ...others, ...audio], guard })
  } catch (error) {
    if (faults.length > 0) throw faults[0]
    if (error instanceof MediaError) throw error
    throw new MediaError(
      'undecodable',
      'The recording cannot be read: it is truncated or corrupt.',
      'Record it again and send the file whole.',
      { cause: error },
    )
  }
}
