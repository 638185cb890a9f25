import { open } from 'node:fs/promises'
import type { ByteRange, ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import type { Patch } from './patched-source'
import { sizeOfPixels } from './pixel-aspect'
import type { TrackKind } from './track-kind'

const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const VIDEO_TYPE = 1
/** The kinds of tracks by their type (RFC 9559, 5.1.4.1.3). All others are data. */
const KINDS: Record<number, TrackKind> = { [VIDEO_TYPE]: 'video', 2: 'sound', 0x11: 'text' }
const FLAG_ENABLED = 0xb9
const CODEC_DELAY = 0x56aa
const TIMESTAMP_SCALE = 0x23314f
const NAME = 0x536e
const VIDEO = 0xe0
const VOID = 0xec
const PIXEL_WIDTH = 0xb0
const PIXEL_HEIGHT = 0xba
const STEREO_MODE = 0x53b8
const DISPLAY_WIDTH = 0x54b0
const DISPLAY_HEIGHT = 0x54ba
const DISPLAY_UNIT = 0x54b2
const UNKNOWN_UNIT = 4
const COLOR = 0x55b0
const PROJECTION = 0x7670
const PROJECTION_PRIVATE = 0x7672
/**
 * The elements of a video track that determine how it is shown (RFC 9559, 5.1.4.1.28): size, crop, stereo
 * mode, alpha, interlacing, and the elements within colors and projection. All of them contain numbers. Other
 * elements are removed, because they may contain any bytes.
 */
const SHOWN = new Set([
  ...[PIXEL_WIDTH, PIXEL_HEIGHT, 0x54aa, 0x54bb, 0x54cc, 0x54dd, DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_UNIT],
  ...[0x54b3, STEREO_MODE, 0x53c0, 0x9a, 0x9d],
  ...[COLOR, 0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb],
  ...[0x55bc, 0x55bd, 0x55d0, 0x55d1, 0x55d2, 0x55d3, 0x55d4, 0x55d5, 0x55d6, 0x55d7, 0x55d8, 0x55d9, 0x55da],
  ...[PROJECTION, 0x7671, 0x7673, 0x7674, 0x7675],
])
const MASTERS = new Set([COLOR, 0x55d0, PROJECTION])
/** The number of bytes of the longest number. */
const NUMBER_BYTES = 8
/**
 * The stereo modes in which a frame contains two pictures, each of half its width, or each of half its
 * height.
 */
const HALF_WIDTH = [1, 8, 9, 11]
const HALF_HEIGHT = [2, 3, 6, 7]
/** The largest number of bytes of track entries that are read. */
const MAX_TRACKS_BYTES = 4 * 1024 * 1024
/** The number of bytes at the start of a derivative that contain its tracks. */
const HEAD_BYTES = 64 * 1024

/**
 * A track name that only reserves space, in which {@link writeWebmPresentation} later writes the elements of
 * the track. The track entries cannot become longer, because clusters follow them.
 */
export const SPACE = '.'.repeat(1000)

/** How the frames of a WebM track are shown, according to its elements. */
export interface WebmPresentation {
  video: Element[]
  /** Patches that make a demuxer read disabled tracks as enabled ones, as players do. */
  misread: Patch[]
  /** The kinds of all tracks, in the order of the file. */
  kinds: TrackKind[]
}

interface Element {
  id: number
  at: number
  data: Buffer
}

/** Returns the elements in a buffer (RFC 8794, 4). Stops at a malformed element. */
function elementsIn(bytes: Buffer, start = 0): Element[] {
  const found: Element[] = []
  for (let at = start; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23
    const first = bytes[at + idLength] ?? 0
    const sizeLength = Math.clz32(first) - 23
    const dataAt = at + idLength + sizeLength
    if (idLength > 4 || sizeLength > 8 || dataAt > bytes.length) break
    let size = first & (0xff >> sizeLength)
    let isOpen = size === 0xff >> sizeLength
    for (let i = 1; i < sizeLength; i++) {
      const byte = bytes[at + idLength + i] ?? 0
      size = size * 256 + byte
      isOpen &&= byte === 0xff
    }
    const end = isOpen ? bytes.length : Math.min(bytes.length, dataAt + size)
    found.push({ id: bytes.readUIntBE(at, idLength), at, data: bytes.subarray(dataAt, end) })
    at = end
  }
  return found
}

const numberIn = (elements: Element[], id: number, otherwise: number): number => {
  const data = elements.find(each => each.id === id)?.data
  return data ? data.reduce((sum, byte) => sum * 256 + byte, 0) : otherwise
}

const entriesIn = (tracks: Buffer): Element[] => elementsIn(tracks).filter(({ id }) => id === TRACK_ENTRY)

const isVideo = ({ data }: Element) => numberIn(elementsIn(data), TRACK_TYPE, 0) === VIDEO_TYPE

/**
 * Reads how the frames of the first video track are shown, from the bytes of the track entries; null for a
 * file without a video track. Throws a MediaError if the track has scaled or delayed times, which cannot be
 * copied.
 */
export async function readWebmPresentation(
  source: ByteSource,
  { start, end }: ByteRange,
): Promise<WebmPresentation | null> {
  const tracks = await source.read(start, Math.min(end, start + MAX_TRACKS_BYTES))
  const entries = entriesIn(tracks)
  const track = elementsIn(entries.find(isVideo)?.data ?? Buffer.alloc(0))
  const video = track.find(({ id }) => id === VIDEO)
  if (!video) return null
  const scale = track.find(({ id }) => id === TIMESTAMP_SCALE)?.data
  const factor = scale?.length === 4 ? scale.readFloatBE() : scale?.length === 8 ? scale.readDoubleBE() : 1
  if (factor !== 1 || numberIn(track, CODEC_DELAY, 0) > 0)
    throw new MediaError(
      'edited',
      'The video track has times that are scaled or delayed, which cannot be shown as they are.',
      'Write it again. "ffmpeg -i input.webm -c copy output.webm" does so.',
    )
  const misread = entries.flatMap(({ data }) =>
    elementsIn(data)
      .filter(({ id }) => id === FLAG_ENABLED)
      .map(({ at }) => ({
        at: start + data.byteOffset - tracks.byteOffset + at,
        bytes: Buffer.from([VOID]),
      })),
  )
  const kinds = entries.map(({ data }) => KINDS[numberIn(elementsIn(data), TRACK_TYPE, 0)] ?? 'data')
  return { video: elementsIn(video.data).filter(each => !isIgnored(each)), misread, kinds }
}

/** Returns whether Chromium ignores an element: a projection with private data. */
const isIgnored = ({ id, data }: Element) =>
  id === PROJECTION && elementsIn(data).some(each => each.id === PROJECTION_PRIVATE && each.data.length > 0)

/** Returns whether a track has a projection, which may rotate its frames. */
export const isProjected = ({ video }: WebmPresentation): boolean => video.some(({ id }) => id === PROJECTION)

/** Returns the size in whole pixels at which Chromium shows the frames of a track, before it rotates them. */
export function shownWebmSize({ video }: WebmPresentation): { width: number; height: number } {
  const [width, height] = [numberIn(video, PIXEL_WIDTH, 1), numberIn(video, PIXEL_HEIGHT, 1)]
  const [across, down] = [
    numberIn(video, DISPLAY_WIDTH, 0) || width,
    numberIn(video, DISPLAY_HEIGHT, 0) || height,
  ]
  const isKnown = numberIn(video, DISPLAY_UNIT, 0) < UNKNOWN_UNIT
  const stereo = numberIn(video, STEREO_MODE, 0)
  const halves = (HALF_WIDTH.includes(stereo) ? 2 : 1) / (HALF_HEIGHT.includes(stereo) ? 2 : 1)
  return sizeOfPixels({ width, height }, isKnown ? ((height * across) / (width * down)) * halves : 1)
}

/**
 * Writes into a WebM file the elements that determine how its frames are shown. They replace the name of the
 * video track, which must be {@link SPACE}.
 */
export async function writeWebmPresentation(path: string, { video }: WebmPresentation): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const segment = elementsIn(head).find(({ id }) => id === SEGMENT)
    const tracks = segment && elementsIn(segment.data).find(({ id }) => id === TRACKS)
    const entry = tracks && entriesIn(tracks.data).find(isVideo)
    if (!entry) throw new Error('the video has no track entry')
    const others = elementsIn(entry.data).filter(({ id }) => id !== NAME && id !== VIDEO)
    const body = Buffer.concat([...others, { id: VIDEO, data: Buffer.concat(shownOf(video)) }].map(written))
    const space = entry.data.length - body.length
    if (space < 9) throw new Error('there is no room for elements in the track of the video')
    const filled = Buffer.concat([body, written({ id: VOID, data: Buffer.alloc(space - 9) })])
    await file.write(filled, 0, filled.length, entry.data.byteOffset - head.byteOffset)
  } finally {
    await file.close()
  }
}

/** Returns the encoded elements that determine how the frames are shown. */
const shownOf = (elements: Element[]): Buffer[] =>
  elements
    // If an element occurs several times, only the last one is written, because players use that one.
    .filter(({ id }, at) => elements.findLastIndex(each => each.id === id) === at)
    .filter(({ id, data }) => SHOWN.has(id) && (MASTERS.has(id) || data.length <= NUMBER_BYTES))
    .map(({ id, data }) =>
      written({ id, data: MASTERS.has(id) ? Buffer.concat(shownOf(elementsIn(data))) : data }),
    )

/** Encodes an element with a size field of eight bytes. */
function written({ id, data }: Pick<Element, 'id' | 'data'>): Buffer {
  const idLength = Math.ceil((32 - Math.clz32(id)) / 8)
  const head = Buffer.alloc(idLength + 8)
  head.writeUIntBE(id, 0, idLength)
  head.writeUInt8(1, idLength)
  head.writeUIntBE(data.length, idLength + 2, 6)
  return Buffer.concat([head, data])
}
