import { MediaError, truncated } from '../error'
import { windowedReader, type Reader } from '../reader'
import { boxesOf, type Box } from './mp4-boxes'
import { misreadDescriptions } from './mp4-descriptions'
import type { Patch } from './patched-source'
import type { ByteSource } from '~~/server/bytes/byte-source'

/**
 * The types of the boxes whose children are checked (ISO/IEC 14496-12, 6.2), because they contain sample
 * tables or edit lists.
 */
const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl', 'moof', 'traf'])
/** The depth of the sample tables: moov, trak, mdia, minf, stbl. */
const MAX_DEPTH = 5
/**
 * The largest number of entries in an edit list, and the largest number of tracks. Each entry and each track
 * takes memory.
 */
const MAX_EDITS = 10_000
const MAX_TRACKS = 1000
/**
 * The number of bytes of one entry in each type of table. In these tables, the number of entries is stored at
 * offset 4 of the data.
 */
const ENTRY_BYTES: Record<string, number> = { stts: 8, ctts: 8, stsc: 12, stco: 4, co64: 8, stss: 4 }

/** An entry of an edit list (ISO/IEC 14496-12, 8.6.6). */
export interface Edit {
  /**
   * The duration of the edit, in the timescale of the movie. In a file with fragments, 0 means that the edit
   * ends at the end of the track.
   */
  duration: number
  /**
   * The time in the media of the track at which this edit starts, in the timescale of the track. A negative
   * value marks an empty edit, which shows nothing.
   */
  mediaTime: number
}

/** The data about a track in the boxes of an MP4 file. */
export interface Mp4Track {
  id: number
  /** The type of the track: `vide`, `soun`, or another value for text or data. */
  handler: string
  /** The number of time units per second in which the times of the samples are stored. */
  timescale: number
  edits: Edit[]
  /**
   * `tableSamples` is the number of samples in the tables of the track, and `tableDuration` is the end time
   * of the last of them in decoding order. `fragmentSamples` is the number of samples in fragments.
   */
  tableSamples: number
  tableDuration: number
  fragmentSamples: number
  /** The number of fragments without a start time. Their samples follow the samples before them. */
  untimedFragments: number
  /** Whether the track is enabled. Players show or play only enabled tracks. */
  isEnabled: boolean
  /** The header of the track, and the description of its samples. */
  header: Box | null
  description: Box | null
}

/** The data in the boxes of an MP4 file, with the tracks in the order of the file. */
export interface Mp4 {
  /** The number of time units per second in which the durations of edits are stored. */
  timescale: number
  tracks: Mp4Track[]
  header: Box | null
  /** Whether a track states that its samples are in another file (ISO/IEC 14496-12, 8.7.2). */
  hasOutsideMedia: boolean
  /**
   * Patches that hide two things from a demuxer: all edit lists, and the boxes in sample descriptions that
   * are too short for the demuxer.
   */
  misread: Patch[]
  /** Patches that hide all samples in tables, so that a demuxer reads the samples in fragments instead. */
  withoutTables: Patch[]
}

/** The data that was found so far in the boxes that have been checked. */
interface Found extends Mp4 {
  hasMoov: boolean
  hasMedia: boolean
  hasFragments: boolean
  /** The number of samples in all fragments of the file. */
  fragmentSamples: number
  /** The track that contains the boxes that are being checked. */
  track: Mp4Track
}

const newTrack = (): Mp4Track => ({
  id: 0,
  handler: '',
  timescale: 1,
  edits: [],
  tableSamples: 0,
  tableDuration: 0,
  fragmentSamples: 0,
  untimedFragments: 0,
  isEnabled: true,
  header: null,
  description: null,
})

/**
 * Checks that an MP4 file is complete, and that its sample tables do not state more samples than the file can
 * contain. The second check limits memory use, because a demuxer creates an object for each stated sample.
 * Returns the data from the boxes. Throws a MediaError if a check fails.
 */
export async function readMp4(source: ByteSource): Promise<Mp4> {
  const read = windowedReader(source)
  const found: Found = {
    timescale: 1,
    tracks: [],
    header: null,
    hasOutsideMedia: false,
    misread: [],
    withoutTables: [],
    hasMoov: false,
    hasMedia: false,
    hasFragments: false,
    fragmentSamples: 0,
    track: newTrack(),
  }
  for await (const box of boxesOf(read, 0, source.size, () => isComplete(found))) {
    if (CONTAINERS.has(box.type)) await assertTables(read, box, source.size, found, 1)
    // Demuxers read only the first movie box. The tracks of later movie boxes are checked but not returned.
    if (box.type === 'moov') found.hasMoov = true
    if (box.type === 'mdat') found.hasMedia = true
  }
  return found
}

/**
 * Returns whether all required boxes of a file without fragments were found. If so, players skip the rest of
 * the file, even if it is malformed.
 */
const isComplete = ({ hasMoov, hasMedia, hasFragments }: Found) => hasMoov && hasMedia && !hasFragments

/**
 * The number of samples that each table of a track states. `samples` is from the size table, `stts` and
 * `ctts` are the sums of the entries of these tables, and `stsc` is the number of samples in the largest
 * chunk. `duration` is the sum of the durations in `stts`.
 */
interface StatedSamples {
  samples: number
  stts: number
  ctts: number
  stsc: number
  duration: number
}

async function assertTables(
  read: Reader,
  parent: Box,
  fileSize: number,
  found: Found,
  depth: number,
): Promise<void> {
  const stated: StatedSamples = { samples: 0, stts: 0, ctts: 0, stsc: 0, duration: 0 }
  for await (const box of boxesOf(read, parent.data, parent.end)) {
    if (box.type === 'trak') {
      found.track = newTrack()
      if (!found.hasMoov) found.tracks.push(found.track)
      if (found.tracks.length > MAX_TRACKS) throw implausible()
    }
    if (CONTAINERS.has(box.type) && depth === MAX_DEPTH) throw implausible()
    if (CONTAINERS.has(box.type)) await assertTables(read, box, fileSize, found, depth + 1)
    else if (box.type === 'stsz' || box.type === 'stz2') {
      stated.samples = await sampleCount(read, box, fileSize)
      found.withoutTables.push({ at: box.data + 8, bytes: NONE })
    } else if (box.type === 'trun') await countFragment(read, box, fileSize, found)
    else if (box.type in ENTRY_BYTES) {
      await countEntries(read, box, stated)
      found.withoutTables.push({ at: box.data + 4, bytes: NONE })
    } else if (box.type === 'dinf') found.hasOutsideMedia ||= await hasOutsideMedia(read, box)
    // QuickTime has a second handler in `minf`, which is not the handler of the track but of its data.
    else if (box.type !== 'hdlr' || parent.type === 'mdia') await readHeader(read, box, found)
  }
  const { samples, stts, ctts, stsc, duration } = stated
  if (Math.max(stts, ctts, stsc) > samples) throw implausible()
  if (parent.type === 'stbl') Object.assign(found.track, { tableSamples: samples, tableDuration: duration })
}

/** The number zero in four bytes. It replaces the number of entries or samples in a table. */
const NONE = Buffer.alloc(4)

/** Reads a box with data about the movie or the current track, such as a header or an edit list. */
async function readHeader(read: Reader, box: Box, found: Found): Promise<void> {
  const { track } = found
  if (box.type === 'elst') {
    track.edits = await readEdits(read, box)
    found.misread.push({ at: box.data - 4, bytes: Buffer.from('free') })
    return
  }
  if (box.type === 'mvex') found.hasFragments = true
  if (box.type === 'stsd') {
    track.description = box
    found.misread.push(...(await misreadDescriptions(read, box, track.handler === 'vide')))
  }
  if (box.type === 'tfdt') track.untimedFragments -= 1
  if (!['mvhd', 'mdhd', 'tkhd', 'hdlr', 'tfhd'].includes(box.type)) return
  const head = await read(box.data, Math.min(24, box.end - box.data))
  // In version 1 of these boxes, the fields before this number are times of 64 bits (ISO/IEC 14496-12, 8.2.2,
  // 8.3.2 and 8.4.2).
  const number = head[0] === 1 ? 20 : 12
  if (box.type === 'tkhd') [track.header, track.isEnabled] = [box, ((head[3] ?? 0) & 1) === 1]
  if (box.type === 'mvhd' && !found.hasMoov) found.header = box
  if (box.type === 'mvhd') found.timescale = found.hasMoov ? found.timescale : numberAt(head, number)
  else if (box.type === 'mdhd') track.timescale = numberAt(head, number)
  else if (box.type === 'tkhd') track.id = numberAt(head, number)
  else if (box.type === 'hdlr') track.handler = head.toString('latin1', 8, 12)
  else {
    const id = numberAt(head, 4)
    found.track = found.tracks.find(each => each.id === id) ?? newTrack()
    found.track.untimedFragments += 1
  }
}

/**
 * Returns whether an entry of the data references of a track lacks the flag for data in the same file.
 * Malformed entries are skipped, as players do.
 */
async function hasOutsideMedia(read: Reader, dinf: Box): Promise<boolean> {
  for await (const dref of boxesOf(read, dinf.data, dinf.end, () => true)) {
    if (dref.type !== 'dref') continue
    for await (const { data, end } of boxesOf(read, dref.data + 8, dref.end, () => true)) {
      const flags = await read(data, Math.min(4, end - data))
      if (((flags[3] ?? 1) & 1) === 0) return true
    }
  }
  return false
}

function numberAt(head: Buffer, at: number): number {
  if (at + 4 > head.length) throw truncated()
  return head.readUInt32BE(at)
}

async function readEdits(read: Reader, box: Box): Promise<Edit[]> {
  const head = await read(box.data, 8)
  if (head.length < 8) throw truncated()
  const long = head[0] === 1
  const [count, entryBytes] = [head.readUInt32BE(4), long ? 20 : 12]
  if (count * entryBytes > box.end - box.data - 8 || count > MAX_EDITS) throw implausible()
  const edits: Edit[] = []
  for (let i = 0; i < count; i++) {
    const entry = await read(box.data + 8 + i * entryBytes, entryBytes)
    edits.push({
      duration: long ? Number(entry.readBigUInt64BE(0)) : entry.readUInt32BE(0),
      mediaTime: long ? Number(entry.readBigInt64BE(8)) : entry.readInt32BE(4),
    })
  }
  return edits
}

/**
 * Returns the number of samples that the size table of a track states. Throws if the table has fewer entries
 * than samples. If all samples have the same size, the table has no entries: then throws if the file has
 * fewer bytes than samples.
 */
async function sampleCount(read: Reader, box: Box, fileSize: number): Promise<number> {
  const head = await read(box.data, 12)
  if (head.length < 12) throw truncated()
  const count = head.readUInt32BE(8)
  const bitsEach = box.type === 'stz2' ? head.readUInt8(7) : head.readUInt32BE(4) === 0 ? 32 : 0
  const holds = bitsEach === 0 ? fileSize : ((box.end - box.data - 12) * 8) / bitsEach
  if (count > holds) throw implausible()
  return count
}

/**
 * Checks that a table has as many entries as it states. For `stts`, `ctts` and `stsc`, also stores how many
 * samples its entries state.
 */
async function countEntries(read: Reader, box: Box, stated: StatedSamples): Promise<void> {
  const head = await read(box.data, 8)
  if (head.length < 8) throw truncated()
  const count = head.readUInt32BE(4)
  const entryBytes = ENTRY_BYTES[box.type] ?? 4
  if (count * entryBytes > box.end - box.data - 8) throw implausible()
  if (box.type === 'stsc') stated.stsc = await largestChunk(read, box, count)
  if (box.type !== 'stts' && box.type !== 'ctts') return
  for (let i = 0; i < count; i++) {
    const entry = await read(box.data + 8 + i * 8, 8)
    stated[box.type] += entry.readUInt32BE(0)
    if (box.type === 'stts') stated.duration += entry.readUInt32BE(0) * entry.readUInt32BE(4)
  }
}

/**
 * Returns the number of samples in the largest chunk. Throws if the chunk numbers of the entries do not
 * increase.
 */
async function largestChunk(read: Reader, box: Box, count: number): Promise<number> {
  let last = 0
  let largest = 0
  for (let i = 0; i < count; i++) {
    const entry = await read(box.data + 8 + i * 12, 8)
    const first = entry.readUInt32BE(0)
    if (first <= last || entry.readUInt32BE(4) === 0) throw implausible()
    last = first
    largest = Math.max(largest, entry.readUInt32BE(4))
  }
  return largest
}

/**
 * The flags of a track fragment run. Each flag states that a field is stored for each sample: duration, size,
 * flags or time offset.
 */
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800]

/**
 * Counts the samples of a fragment. Throws if all fragments together state more samples than the file has
 * bytes.
 */
async function countFragment(read: Reader, box: Box, fileSize: number, found: Found): Promise<void> {
  const head = await read(box.data, 8)
  if (head.length < 8) throw truncated()
  const flags = head.readUIntBE(1, 3)
  const count = head.readUInt32BE(4)
  const each = RUN_FIELDS.filter(flag => flags & flag).length * 4
  found.fragmentSamples += count
  found.track.fragmentSamples += count
  if (count * each > box.end - box.data - 8 || found.fragmentSamples > fileSize) throw implausible()
}

function implausible(): MediaError {
  return new MediaError(
    'undecodable',
    'The tables of the video state more frames or sound than the file can hold.',
    'The file is damaged: record it again and send the complete file.',
  )
}
