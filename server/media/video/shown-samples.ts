import { MediaError } from '../error'
import type { Edit, Mp4Track } from './mp4-structure'

/** A sample in decoding order, with times in the timescale of its track. */
export interface Sample {
  time: number
  duration: number
  isKey: boolean
}

/**
 * The time at which a sample is shown, and its duration, in seconds of the movie; null if it is not shown.
 */
export type Shown = { time: number; duration: number } | null

/**
 * A part of a track that is shown: from the time `from` up to the time `to` (exclusive) of the media. It is
 * shown from the time `begins` of the movie, in seconds.
 */
interface Part {
  from: number
  to: number
  begins: number
}

/**
 * Returns when each sample of a track is shown. Applies edit lists (ISO/IEC 14496-12, 8.6.6) as Chromium
 * does: a frame is shown if its time is within an edit, and the first frame is shown from the beginning of
 * the edit. Chromium ignores the speed of an edit. In a file with fragments it also ignores the end of an
 * edit. Sound is cut only between packets. Throws a MediaError for edits that cannot be applied without
 * re-encoding the video.
 */
export function shownSamples(samples: Sample[], track: Mp4Track, movieTimescale: number): Shown[] {
  const { timescale } = track
  const isSound = track.handler === 'soun'
  const { parts, delay } = partsOf(track, movieTimescale)
  if (parts.length === 0)
    return samples.map(({ time, duration }) => ({
      time: delay + time / timescale,
      duration: duration / timescale,
    }))
  const partOf = isSound ? packetsOf(samples, parts) : picturesOf(samples, parts, track)
  const first = samples.filter((_, i) => partOf[i] === parts[0])
  const late = isSound || first.length === 0 ? 0 : earliest(first) - (parts[0]?.from ?? 0)
  return samples.map(({ time, duration }, i) => {
    const part = partOf[i]
    if (!part) return null
    return {
      time: part.begins + (time - part.from - late) / timescale,
      duration: Math.min(duration, part.to - time) / timescale,
    }
  })
}

const earliest = (samples: Sample[]) => samples.reduce((least, { time }) => Math.min(least, time), Infinity)

/**
 * Returns the parts of a track that its edits show, in the order in which they are shown. If there are no
 * parts, the whole track is shown. `delay` is the time before the first part, in seconds.
 */
function partsOf(track: Mp4Track, movieTimescale: number): { parts: Part[]; delay: number } {
  const { edits, timescale } = track
  const isEmpty = ({ mediaTime }: Edit) => mediaTime < 0
  const first = edits.findIndex(edit => !isEmpty(edit))
  const leading = first < 0 ? edits : edits.slice(0, first)
  const delay = leading.reduce((sum, { duration }) => sum + duration, 0) / movieTimescale
  if (first < 0) return { parts: [], delay }
  const parts: Part[] = []
  let begins = delay
  for (const edit of edits.slice(first)) {
    if (isEmpty(edit)) throw uncuttable('leave a gap')
    // In a file with fragments, a duration of 0 means that the edit ends at the end of the track.
    if (edit.duration === 0 && track.fragmentSamples === 0) throw uncuttable('have no length')
    const length = edit.duration === 0 ? Infinity : (edit.duration / movieTimescale) * timescale
    const last = parts.at(-1)
    // Two edits without a gap between them are merged into one part. The gap is compared with one unit of the
    // movie timescale, to which the ends are rounded.
    if (last && Math.abs(last.to - edit.mediaTime) <= timescale / movieTimescale)
      last.to = edit.mediaTime + length
    else parts.push({ from: edit.mediaTime, to: edit.mediaTime + length, begins })
    begins += length / timescale
  }
  const [part] = parts
  if (track.fragmentSamples > 0 && part) {
    if (parts.length > 1 || part.to < track.tableDuration) throw uncuttable('cut a video of fragments')
    part.to = Infinity
  }
  return { parts, delay }
}

/**
 * Returns a function that returns the part that contains a time; null for a time without a part. The function
 * takes the logarithm of the number of parts, because a small file can have thousands of edits and a million
 * samples. It throws for a time that is in two parts.
 */
function createPartFinder(parts: readonly Part[]): (time: number) => Part | null {
  const sorted = parts.toSorted((one, other) => one.from - other.from)
  // For each part in this order: the two parts that end last, among this part and all parts before it.
  const ends: { last: Part; second: Part | undefined }[] = []
  for (const part of sorted) {
    const { last, second } = ends.at(-1) ?? { last: part, second: undefined }
    if (last === part) ends.push({ last, second })
    else if (part.to > last.to) ends.push({ last: part, second: last })
    else ends.push({ last, second: !second || part.to > second.to ? part : second })
  }
  return time => {
    const begun = ends[countUpTo(sorted, time) - 1]
    if (!begun || time >= begun.last.to) return null
    if (begun.second && time < begun.second.to) throw uncuttable('show a part of it more than once')
    return begun.last
  }
}

/** Returns the part to which each packet of sound belongs; null for a packet that is cut off. */
function packetsOf(samples: Sample[], parts: Part[]): (Part | null)[] {
  const partAt = createPartFinder(parts)
  return samples.map(({ time, duration }) => partAt(time + duration / 2))
}

/** Returns how many of the sorted parts begin at a time or before it, by binary search. */
function countUpTo(sorted: readonly Part[], time: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.from ?? Infinity) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the part to which each frame belongs; null for a frame that is cut off. Throws if a frame of a part
 * can only be decoded together with a frame that is cut off.
 */
function picturesOf(samples: Sample[], parts: Part[], track: Mp4Track): (Part | null)[] {
  const assign = () => {
    const partAt = createPartFinder(parts)
    return samples.map(({ time }) => partAt(time))
  }
  const last = parts.at(-1)
  let partOf = assign()
  // An edit that reaches the end of the media is not meant to cut off frames at the end. It would cut some
  // off only because frames are stored in another order than they are shown in, so all frames are kept.
  if (last && last.to >= track.tableDuration && !endsDecodable(samples, partOf)) {
    last.to = Infinity
    partOf = assign()
  }
  if (!endsDecodable(samples, partOf)) throw uncuttable('end before frames that the last ones shown need')
  assertDecodable(samples, partOf)
  return partOf
}

/**
 * Returns whether, in decoding order, all frames of each part come before the first frame that is past the
 * end of this part.
 */
function endsDecodable(samples: Sample[], partOf: (Part | null)[]): boolean {
  let part: Part | null = null
  let hasEnded = false
  return samples.every(({ time }, i) => {
    const own = partOf[i] ?? null
    if (own === null) {
      hasEnded ||= part !== null && time >= part.to
      return true
    }
    if (own !== part) [part, hasEnded] = [own, false]
    return !hasEnded
  })
}

/**
 * Throws if a part does not begin with a key frame, or if the parts do not follow each other in decoding
 * order.
 */
function assertDecodable(samples: Sample[], partOf: (Part | null)[]): void {
  let part: Part | null = null
  let keyTime = 0
  for (const [i, { time, isKey }] of samples.entries()) {
    const own = partOf[i] ?? null
    if (own === null) continue
    if (own !== part) {
      if (part && own.begins < part.begins) throw uncuttable('change the order of its parts')
      // The first frame of the file does not have to be a key frame, since there is no earlier frame that it
      // could depend on.
      if (!isKey && i > 0) throw uncuttable('begin between key frames')
      ;[part, keyTime] = [own, i > 0 ? time : -Infinity]
    } else if (time < keyTime) throw uncuttable('begin between key frames')
  }
}

function uncuttable(what: string): MediaError {
  return new MediaError(
    'edited',
    `The video has edits that ${what}, which cannot be applied without encoding it again.`,
    'Export it again without edits. "ffmpeg -i input.mp4 -c:v libx264 -c:a aac output.mp4" encodes it so.',
  )
}

/** The samples of a track, with the times at which they are shown. */
export interface ShownTrack {
  isSound: boolean
  shown: Shown[]
}

/**
 * Moves the samples of all tracks so that the video begins at time 0. If the first frame begins later than
 * the sound, it is shown from time 0, as in players. If the sound begins later than the video, its delay is
 * preserved, unless the delay is at most half the duration of the first sound packet: then the sound is moved
 * to time 0.
 */
export function alignTracks(tracks: ShownTrack[]): Shown[][] {
  const firsts = tracks.map(({ shown }) => firstOf(shown))
  const lead = Math.max(0, Math.min(...firsts.map(first => first?.time ?? Infinity)))
  return tracks.map(({ isSound, shown }, i) => {
    const first = firsts[i] ?? null
    if (first === null) return shown
    const late = first.time - lead
    const by = isSound && late <= first.duration / 2 ? first.time : lead
    return shown.map(each => {
      if (each === null) return null
      return each === first && !isSound
        ? { time: 0, duration: each.duration + late }
        : { ...each, time: each.time - by }
    })
  })
}

/** Moves the samples of all tracks by the same time, so that the earliest sample is shown at time 0. */
export function beginAtZero(tracks: ShownTrack[]): Shown[][] {
  const start = Math.min(...tracks.map(({ shown }) => firstOf(shown)?.time ?? Infinity))
  return tracks.map(({ shown }) => shown.map(each => each && { ...each, time: each.time - start }))
}

function firstOf(shown: Shown[]): Shown {
  return shown.reduce((first, each) => (each && (!first || each.time < first.time) ? each : first), null)
}
