import { MediaError, truncated } from '../error'
import { windowedReader, type Reader } from '../reader'
import type { ByteSource } from '~~/server/byte-source'

/** Boxes whose children are checked (ISO/IEC 14496-12, 6.2): what leads to sample tables. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'])
/** Depth of the sample tables: moov, trak, mdia, minf, stbl. */
const MAX_DEPTH = 5
/** Bytes of one entry in tables that state how many entries they have, at offset 4 of the box. */
const ENTRY_BYTES: Record<string, number> = { stts: 8, ctts: 8, stsc: 12, stco: 4, co64: 8, stss: 4 }

interface Box {
  type: string
  data: number
  end: number
}

/**
 * Checks that an MP4 file is complete, and that its sample tables state no more than the file can hold: a
 * demuxer creates an object for each stated sample. Throws a MediaError.
 */
export async function assertWholeMp4(source: ByteSource): Promise<void> {
  const read = windowedReader(source)
  const fragments = { samples: 0 }
  for await (const box of boxesOf(read, 0, source.size)) {
    if (CONTAINERS.has(box.type)) await assertTables(read, box, source.size, fragments, 1)
  }
}

/** Yields the boxes from a position on. Throws when one extends past the end. */
async function* boxesOf(read: Reader, start: number, end: number): AsyncIterable<Box> {
  for (let at = start; at < end;) {
    const header = await read(at, Math.min(16, end - at))
    // Players skip padding after the last box.
    if (header.length < 8 && header.every(byte => byte === 0)) return
    if (header.length < 8) throw truncated()
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    // 0: to the end of the file. 1: a 64-bit size follows.
    if (short === 0) return void (yield { type, data: at + 8, end })
    const long = short === 1 && header.length === 16
    const size = long ? Number(header.readBigUInt64BE(8)) : short
    if (size < (long ? 16 : 8) || at + size > end) throw truncated()
    yield { type, data: at + (long ? 16 : 8), end: at + size }
    at += size
  }
}

/**
 * How many samples the tables of one track state: `samples` by its size table, `stts` and `ctts` by the sums
 * of their entries, `stsc` by its largest chunk.
 */
interface StatedSamples {
  samples: number
  stts: number
  ctts: number
  stsc: number
}

async function assertTables(
  read: Reader,
  parent: Box,
  fileSize: number,
  fragments: { samples: number },
  depth: number,
): Promise<void> {
  const stated: StatedSamples = { samples: 0, stts: 0, ctts: 0, stsc: 0 }
  for await (const box of boxesOf(read, parent.data, parent.end)) {
    if (CONTAINERS.has(box.type) && depth === MAX_DEPTH) throw implausible()
    if (CONTAINERS.has(box.type)) await assertTables(read, box, fileSize, fragments, depth + 1)
    else if (box.type === 'stsz' || box.type === 'stz2')
      stated.samples = await sampleCount(read, box, fileSize)
    else if (box.type === 'trun') await countFragment(read, box, fileSize, fragments)
    else if (box.type in ENTRY_BYTES) await countEntries(read, box, stated)
  }
  const { samples, stts, ctts, stsc } = stated
  if (Math.max(stts, ctts, stsc) > samples) throw implausible()
}

/**
 * Returns the number of samples of a track. Each has a size in the table, or shares one of at least a byte.
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

/** Checks a table's count against its bytes, and adds up the samples that `stts`, `ctts` and `stsc` state. */
async function countEntries(read: Reader, box: Box, stated: StatedSamples): Promise<void> {
  const head = await read(box.data, 8)
  if (head.length < 8) throw truncated()
  const count = head.readUInt32BE(4)
  const entryBytes = ENTRY_BYTES[box.type] ?? 4
  if (count * entryBytes > box.end - box.data - 8) throw implausible()
  if (box.type === 'stsc') stated.stsc = await largestChunk(read, box, count)
  if (box.type !== 'stts' && box.type !== 'ctts') return
  for (let i = 0; i < count; i++) stated[box.type] += (await read(box.data + 8 + i * 8, 4)).readUInt32BE(0)
}

/**
 * Returns the samples of the largest chunk. Each run of chunks begins at a later chunk than the one before.
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
 * Bytes that each sample of a track fragment run takes in it: duration, size, flags and time offset, where
 * present.
 */
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800]

/**
 * Counts the samples of a fragment. All fragments together cannot have more samples than the file has bytes.
 */
async function countFragment(
  read: Reader,
  box: Box,
  fileSize: number,
  fragments: { samples: number },
): Promise<void> {
  const head = await read(box.data, 8)
  if (head.length < 8) throw truncated()
  const flags = head.readUIntBE(1, 3)
  const count = head.readUInt32BE(4)
  const each = RUN_FIELDS.filter(flag => flags & flag).length * 4
  fragments.samples += count
  if (count * each > box.end - box.data - 8 || fragments.samples > fileSize) throw implausible()
}

function implausible(): MediaError {
  return new MediaError(
    'undecodable',
    'The tables of the video promise more frames or sound than the file can hold.',
    'The file is damaged: record it again and send it whole.',
  )
}
