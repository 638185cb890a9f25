import { encrypted, MediaError, truncated } from '../error'
import { windowedReader, type Reader } from '../reader'
import type { ByteRange, ByteSource } from '~~/server/bytes/byte-source'
import { HEADER_BYTES, idAt, ids, sizeAt, type Fault } from './ebml'

/**
 * The path of elements from a track to the encryption of its frames. Each element contains the next one (RFC
 * 9559, 5.1.4.1).
 */
const TO_ENCRYPTION = [ids.trackEntry, ids.contentEncodings, ids.contentEncoding, ids.contentEncryption]
/** The ids of the elements that every element may contain (RFC 8794, 11.3). */
const GLOBAL = [ids.void, ids.crc32]
const TOP = new Set<number>([ids.ebml, ids.segment, ...GLOBAL])
/** The ids of the elements that a segment may contain (RFC 9559, 5.1). */
const SEGMENT_CHILDREN = new Set<number>([
  ...[ids.seekHead, ids.info, ids.tracks, ids.cluster, ids.cues, ids.attachments, ids.chapters, ids.tags],
  ...GLOBAL,
])
/** The ids of the elements that a cluster may contain (RFC 9559, 5.1.3). */
const CLUSTER_CHILDREN = new Set<number>([
  ...[ids.timestamp, ids.silentTracks, ids.position, ids.prevSize],
  ...[ids.simpleBlock, ids.blockGroup, ids.encryptedBlock],
  ...GLOBAL,
])

/**
 * An element. `data` is the position of its data. `size` is the number of bytes of its data; null if unknown.
 */
interface Element {
  id: number
  data: number
  size: number | null
}

/**
 * Checks that a WebM file is complete, and that the file, its segments and its clusters contain only known
 * elements. This is necessary because the demuxer accepts a truncated file without an error, and may search
 * endlessly in unknown bytes. Returns the range of the track entries. Throws a MediaError if a check fails.
 */
export async function assertWholeWebm(source: ByteSource): Promise<ByteRange> {
  const read = windowedReader(source)
  let tracks: ByteRange = { start: 0, end: 0 }
  for (let at = 0; at < source.size;) {
    const element = await elementAt(read, at, source.size, TOP)
    const isOpen = element.id === ids.segment && element.size === null
    const end = isOpen ? source.size : endOf(element, source.size)
    if (element.id === ids.segment) tracks = (await assertSegment(read, element.data, end)) ?? tracks
    at = end
  }
  return tracks
}

/** Checks a segment. Returns the range of its track entries. */
async function assertSegment(read: Reader, start: number, end: number): Promise<ByteRange | null> {
  let tracks: ByteRange | null = null
  for (let at = start; at < end;) {
    const element = await elementAt(read, at, end, SEGMENT_CHILDREN)
    if (element.id === ids.tracks) {
      tracks ??= { start: element.data, end: endOf(element, end) }
      if (await hasEncryption(read, element.data, endOf(element, end))) throw encrypted()
    }
    at = element.id === ids.cluster ? await endOfCluster(read, element, end) : endOf(element, end)
  }
  return tracks
}

/** Returns whether a track has encrypted frames. The demuxer checks the other elements of the tracks. */
async function hasEncryption(read: Reader, start: number, end: number, depth = 0): Promise<boolean> {
  for (let at = start; at < end;) {
    const element = await elementAt(read, at, end)
    const next = endOf(element, end)
    if (element.id === TO_ENCRYPTION[depth]) {
      if (depth === TO_ENCRYPTION.length - 1) return true
      if (await hasEncryption(read, element.data, next, depth + 1)) return true
    }
    at = next
  }
  return false
}

/**
 * Checks the elements of a cluster and returns its end. A cluster of unknown size ends at the first element
 * that cannot be part of a cluster.
 */
async function endOfCluster(read: Reader, cluster: Element, limit: number): Promise<number> {
  const isOpen = cluster.size === null
  const end = isOpen ? limit : endOf(cluster, limit)
  for (let at = cluster.data; at < end;) {
    const element = await elementAt(read, at, end, CLUSTER_CHILDREN, ...(isOpen ? [SEGMENT_CHILDREN] : []))
    if (!CLUSTER_CHILDREN.has(element.id)) return at
    at = endOf(element, end)
  }
  return end
}

function endOf({ data, size }: Element, limit: number): number {
  if (size === null) throw notWebm(data)
  if (data + size > limit) throw truncated()
  return data + size
}

/**
 * Reads the header of the element at a position. Throws if the header is cut off or malformed. If sets of ids
 * are given in `allowed`, also throws if none of them contains the id of the element.
 */
async function elementAt(
  read: Reader,
  at: number,
  limit: number,
  ...allowed: Set<number>[]
): Promise<Element> {
  const bytes = await read(at, Math.min(HEADER_BYTES, limit - at))
  const { id, next } = soundOf(idAt(bytes, 0), at)
  if (allowed.length > 0 && !allowed.some(set => set.has(id))) throw notWebm(at)
  const { size, next: data } = soundOf(sizeAt(bytes, next), at)
  return { id, data: at + data, size }
}

/** Returns a part of an element header that was parsed. Throws if the part is malformed or cut off. */
function soundOf<T extends object>(part: T | Fault, at: number): T {
  if (part === 'malformed') throw notWebm(at)
  if (part === 'cut off') throw truncated()
  return part
}

function notWebm(at: number): MediaError {
  return new MediaError(
    'undecodable',
    `At byte ${at}, the video holds data that is not part of a WebM file.`,
    'Send the file as the recorder wrote it, with nothing added or cut off.',
  )
}
