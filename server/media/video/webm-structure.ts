import { encrypted, MediaError, truncated } from '../error'
import { windowedReader, type Reader } from '../reader'
import type { ByteRange, ByteSource } from '~~/server/bytes/byte-source'

const EBML_HEADER = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
/**
 * The ids of TrackEntry, ContentEncodings, ContentEncoding and ContentEncryption, which are nested in this
 * order (RFC 9559, 5.1.4.1).
 */
const TO_ENCRYPTION = [0xae, 0x6d80, 0x6240, 0x5035]
/** The ids of Void and CRC-32, which every element may contain (RFC 8794, 11.3). */
const GLOBAL = [0xec, 0xbf]
const TOP = new Set([EBML_HEADER, SEGMENT, ...GLOBAL])
/** The ids of SeekHead, Info, Tracks, Cluster, Cues, Attachments, Chapters and Tags (RFC 9559, 5.1). */
const SEGMENT_CHILDREN = new Set([
  0x114d9b74,
  0x1549a966,
  TRACKS,
  CLUSTER,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
  ...GLOBAL,
])
/**
 * The ids of Timestamp, SilentTracks, Position, PrevSize, SimpleBlock, BlockGroup and EncryptedBlock (RFC
 * 9559, 5.1.3).
 */
const CLUSTER_CHILDREN = new Set([0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, ...GLOBAL])

/** The length of the longest header of an element: 4 bytes of id and 8 of size. */
const HEADER_BYTES = 12

/** An element. `size` is null if it is unknown, as in videos recorded by browsers. */
interface Element {
  id: number
  data: number
  size: number | null
}

/**
 * Checks that a WebM file is complete, and that the file, its segments and its clusters contain only known
 * elements. This is necessary because the demuxer accepts a truncated file without an error, and may search
 * endlessly in unknown bytes. Returns the range of the track entries. Throws a MediaError.
 */
export async function assertWholeWebm(source: ByteSource): Promise<ByteRange> {
  const read = windowedReader(source)
  let tracks: ByteRange = { start: 0, end: 0 }
  for (let at = 0; at < source.size;) {
    const element = await elementAt(read, at, source.size, TOP)
    const isOpen = element.id === SEGMENT && element.size === null
    const end = isOpen ? source.size : endOf(element, source.size)
    if (element.id === SEGMENT) tracks = (await assertSegment(read, element.data, end)) ?? tracks
    at = end
  }
  return tracks
}

/** Checks a segment. Returns the bytes of its track entries. */
async function assertSegment(read: Reader, start: number, end: number): Promise<ByteRange | null> {
  let tracks: ByteRange | null = null
  for (let at = start; at < end;) {
    const element = await elementAt(read, at, end, SEGMENT_CHILDREN)
    if (element.id === TRACKS) {
      tracks ??= { start: element.data, end: endOf(element, end) }
      if (await hasEncryption(read, element.data, endOf(element, end))) throw encrypted()
    }
    at = element.id === CLUSTER ? await endOfCluster(read, element, end) : endOf(element, end)
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
 * Reads the element at a position. Throws if its header is cut off, or if `allowed` is given and contains no
 * set with its id.
 */
async function elementAt(
  read: Reader,
  at: number,
  limit: number,
  ...allowed: Set<number>[]
): Promise<Element> {
  const bytes = await read(at, Math.min(HEADER_BYTES, limit - at))
  const idLength = Math.clz32(bytes[0] ?? 0) - 23
  if (idLength < 1 || idLength > 4) throw notWebm(at)
  if (bytes.length <= idLength) throw truncated()
  const id = bytes.readUIntBE(0, idLength)
  if (allowed.length > 0 && !allowed.some(ids => ids.has(id))) throw notWebm(at)
  return { id, ...sizeAt(bytes, idLength, at) }
}

/** Reads the data size of an element (RFC 8794, 6), in which all bits set means unknown. */
function sizeAt(bytes: Buffer, offset: number, at: number): { data: number; size: number | null } {
  const first = bytes[offset] ?? 0
  const length = Math.clz32(first) - 23
  if (length < 1 || length > 8) throw notWebm(at)
  if (bytes.length < offset + length) throw truncated()
  let size = first & (0xff >> length)
  let unknown = size === 0xff >> length
  for (let i = 1; i < length; i++) {
    const byte = bytes[offset + i] ?? 0
    size = size * 256 + byte
    unknown &&= byte === 0xff
  }
  return { data: at + offset + length, size: unknown ? null : size }
}

function notWebm(at: number): MediaError {
  return new MediaError(
    'undecodable',
    `At byte ${at}, the video holds data that is not part of a WebM file.`,
    'Send the file as the recorder wrote it, with nothing added or cut off.',
  )
}
