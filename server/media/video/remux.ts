import { stat } from 'node:fs/promises'
import {
  CustomSource,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny'
import type { Mime } from '#shared/contract/media-types'
import { MediaError } from '../error'
import { clearTimes } from './clear-times'
import { copyTracks, type DiskIo } from './copy-tracks'
import { readPresentation, shownSize, writePresentation } from './mp4-presentation'
import { readMp4, type Mp4 } from './mp4-structure'
import { patchedSource } from './patched-source'
import { assertPlayable } from './quicktime-codecs'
import type { SourceTrack } from './track-copy'
import { kindsWithout, type TrackKind } from './track-kind'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { isProjected, readWebmPresentation, shownWebmSize, writeWebmPresentation } from './webm-presentation'
import { assertWholeWebm } from './webm-structure'

/**
 * The result of copying a video. Width and height are in pixels as shown, after rotation and the pixel aspect
 * ratio are applied. The duration is in whole milliseconds.
 */
export interface RemuxedVideo {
  width: number
  height: number
  durationMs: number
  bytes: number
  /** The type of the new file: MP4 for QuickTime and for H.264 in Matroska, else the type of the original. */
  mime: Mime
  /** The kinds of the tracks that were not copied. The list has one entry for each of these tracks. */
  droppedTracks: TrackKind[]
}

/**
 * Copies the visible part of a video to a new file, packet by packet and without re-encoding: the parts of
 * the first video track and of the sound tracks that their edit lists show. Removes metadata tags. Moves the
 * index of an mp4 to the front. Adds the duration and the seek index (cues) that a webm recorded by a browser
 * lacks. Memory use does not depend on the file size. Reads every packet, so that a truncated file is
 * detected. Throws a MediaError; the caller must then delete the new file.
 */
export async function remuxVideo(source: ByteSource, mime: Mime, outPath: string): Promise<RemuxedVideo> {
  const faults: unknown[] = []
  const io: DiskIo = async work => {
    try {
      return await work()
    } catch (error) {
      faults.push(error)
      throw error
    }
  }
  const file: ByteSource = { ...source, read: (start, end) => io(() => source.read(start, end)) }
  try {
    return mime === 'video/webm'
      ? await remuxWebm(file, outPath, io)
      : await remuxMp4(file, mime, outPath, io)
  } catch (error) {
    // Disk errors are thrown unchanged.
    if (faults.length > 0) throw faults[0]
    if (error instanceof MediaError) throw error
    throw new MediaError(
      'undecodable',
      'The video cannot be read: it is truncated or corrupt.',
      'Record it again and send the complete file.',
      { cause: error },
    )
  }
}

async function remuxWebm(file: ByteSource, outPath: string, io: DiskIo): Promise<RemuxedVideo> {
  const presentation = await readWebmPresentation(file, await assertWholeWebm(file))
  using input = openInput(patchedSource(file, presentation?.misread ?? []))
  const tracks = (await input.getTracks()).map(track => ({ track, readers: [track], mp4: null }))
  const codecs = await Promise.all(tracks.map(({ track }) => track.getCodec()))
  // The WebM format does not allow H.264. A browser that records H.264 writes Matroska, which other browsers
  // do not play, so it is converted to MP4.
  const mime = codecs.includes('avc') ? 'video/mp4' : 'video/webm'
  const { video: copied, picture, kept } = await remux(tracks, 1, mime, outPath, io)
  const video = { ...copied, droppedTracks: kindsWithout(presentation?.kinds ?? kept, kept) }
  if (!presentation || mime !== 'video/webm') return video
  await io(() => writeWebmPresentation(outPath, presentation))
  const size = shownWebmSize(presentation)
  const isQuarter = isProjected(presentation) && (await picture.track.getRotation()) % 180 !== 0
  return { ...video, ...(isQuarter ? { width: size.height, height: size.width } : size) }
}

async function remuxMp4(file: ByteSource, mime: Mime, outPath: string, io: DiskIo): Promise<RemuxedVideo> {
  const mp4 = await readMp4(file)
  if (mime === 'video/quicktime' && mp4.hasOutsideMedia) throw outside()
  using tables = openInput(patchedSource(file, mp4.misread))
  // The demuxer reads the samples in fragments only if the tables of the track contain no samples. So the
  // file is opened a second time with the tables hidden.
  using fragments = openInput(patchedSource(file, [...mp4.misread, ...mp4.withoutTables]))
  const [inTables, inFragments] = [await tables.getTracks(), await fragments.getTracks()]
  const found = mp4.tracks.flatMap(stated => sourceTrack(stated, inTables, inFragments) ?? [])
  const tracks = found.filter(each => each.mp4?.isEnabled)
  if (found.some(isPicture) && !tracks.some(isPicture)) throw disabled()
  if (mime === 'video/quicktime') await assertPlayable(tracks.map(({ track }) => track))
  const { video: copied, picture, kept } = await remux(tracks, mp4.timescale, 'video/mp4', outPath, io)
  const video = { ...copied, droppedTracks: kindsWithout(kindsIn(mp4), kept) }
  const presentation = picture.mp4 && (await readPresentation(file, mp4, picture.mp4))
  if (!presentation) return video
  await io(() => writePresentation(outPath, presentation))
  return { ...video, ...(await shownSize(presentation, picture.track)) }
}

/**
 * The kinds of tracks by their handler (ISO/IEC 14496-12, 8.4.3 and 12). Tracks with other handlers contain
 * data.
 */
const KINDS: Record<string, TrackKind> = {
  vide: 'video',
  soun: 'sound',
  text: 'text',
  sbtl: 'text',
  subt: 'text',
  clcp: 'text',
}

/** Returns the kinds of the tracks that contain samples. */
const kindsIn = ({ tracks }: Mp4): TrackKind[] =>
  tracks
    .filter(({ tableSamples, fragmentSamples }) => tableSamples + fragmentSamples > 0)
    .map(({ handler }) => KINDS[handler] ?? 'data')

function outside(): MediaError {
  return new MediaError(
    'undecodable',
    'The QuickTime file refers to pictures or sound in another file.',
    'Export it as MP4 (H.264).',
  )
}

function disabled(): MediaError {
  return new MediaError(
    'no_picture',
    'The video track is disabled: players show nothing.',
    'Enable it. "ffmpeg -i input.mp4 -c copy -disposition:v default output.mp4" does so.',
  )
}

/**
 * Returns a track with the demuxer tracks that read its samples; null if the track is neither video nor
 * sound, or has no samples.
 */
function sourceTrack(
  stated: Mp4['tracks'][number],
  inTables: InputTrack[],
  inFragments: InputTrack[],
): SourceTrack | null {
  const ofTrack = (tracks: InputTrack[]) => tracks.find(({ id }) => id === stated.id)
  const [track, fragmented] = [ofTrack(inTables), ofTrack(inFragments)]
  if (!track || !fragmented || stated.tableSamples + stated.fragmentSamples === 0) return null
  const readers = [
    ...(stated.tableSamples > 0 ? [track] : []),
    ...(stated.fragmentSamples > 0 ? [fragmented] : []),
  ]
  return { track, readers, mp4: stated }
}

function openInput(source: Pick<ByteSource, 'size' | 'read'>): Input {
  return new Input({
    source: new CustomSource({
      getSize: () => source.size,
      read: source.read,
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => {},
    }),
    formats: [MP4, QTFF, WEBM, MATROSKA],
  })
}

/**
 * The data of the new video file, the video track of the original file, and the kinds of the tracks that were
 * copied.
 */
interface Remuxed {
  video: Omit<RemuxedVideo, 'droppedTracks'>
  picture: SourceTrack & { track: InputVideoTrack }
  kept: TrackKind[]
}

async function remux(
  tracks: SourceTrack[],
  movieTimescale: number,
  mime: Mime,
  outPath: string,
  io: DiskIo,
): Promise<Remuxed> {
  // Only the first video track of the file is copied, because players show only that one.
  const picture = tracks.find(isPicture)
  if (!picture)
    throw new MediaError('no_picture', 'The file has no video track.', 'Send a file with a video track.')
  const sound = tracks.filter(({ track }) => !track.isVideoTrack())
  const end = await copyTracks([picture, ...sound], movieTimescale, mime, outPath, io)
  if (mime === 'video/mp4') await io(() => clearTimes(outPath))
  const video = {
    mime,
    bytes: (await stat(outPath)).size,
    width: await picture.track.getDisplayWidth(),
    height: await picture.track.getDisplayHeight(),
    durationMs: Math.round(end * 1000),
  }
  return { video, picture, kept: ['video', ...sound.map((): TrackKind => 'sound')] }
}

const isPicture = (track: SourceTrack): track is SourceTrack & { track: InputVideoTrack } =>
  track.track.isVideoTrack()
