import { open } from 'node:fs/promises'
import type { ByteRange, ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import { ids, idAt, sizeAt } from './ebml'
import type { Patch } from './patched-source'
import { sizeOfPixels } from './pixel-aspect'
import type { TrackKind } from './track-kind'

const VIDEO_TYPE = 1
/** The kinds of tracks by their type (RFC 9559, 5.1.4.1.3). Tracks of other types contain data. */
const KINDS: Record<number, TrackKind> = { [VIDEO_TYPE]: 'video', 2: 'sound', 0x11: 'text' }
const UNKNOWN_UNIT = 4
/**
 * The elements that determine how a video track is shown (RFC 9559, 5.1.4.1.28). All of them contain numbers.
 * Other elements of the track are removed, because they may contain any bytes.
 */
const SHOWN = new Set<number>([
  ...[ids.pixelWidth, ids.pixelHeight],
  ...[ids.pixelCropBottom, ids.pixelCropTop, ids.pixelCropLeft, ids.pixelCropRight],
  ...[ids.displayWidth, ids.displayHeight, ids.displayUnit, ids.aspectRatioType],
  ...[ids.stereoMode, ids.alphaMode, ids.flagInterlaced, ids.fieldOrder],
  ...[ids.color, ids.matrixCoefficients, ids.bitsPerChannel],
  ...[ids.chromaSubsamplingHorz, ids.chromaSubsamplingVert, ids.cbSubsamplingHorz, ids.cbSubsamplingVert],
  ...[ids.chromaSitingHorz, ids.chromaSitingVert, ids.range, ids.transferCharacteristics, ids.primaries],
  ...[ids.maxCll, ids.maxFall, ids.masteringMetadata],
  ...[ids.primaryRChromaticityX, ids.primaryRChromaticityY],
  ...[ids.primaryGChromaticityX, ids.primaryGChromaticityY],
  ...[ids.primaryBChromaticityX, ids.primaryBChromaticityY],
  ...[ids.whitePointChromaticityX, ids.whitePointChromaticityY, ids.luminanceMax, ids.luminanceMin],
  ...[ids.projection, ids.projectionType],
  ...[ids.projectionPoseYaw, ids.projectionPosePitch, ids.projectionPoseRoll],
])
/** The master elements of {@link SHOWN}. A master element contains other elements, not a number. */
const MASTERS = new Set<number>([ids.color, ids.masteringMetadata, ids.projection])
/** The maximum length of a number in an element, in bytes. */
const NUMBER_BYTES = 8
/**
 * The stereo modes in which a frame contains two pictures, each of half its width, or each of half its
 * height.
 */
const HALF_WIDTH = [1, 8, 9, 11]
const HALF_HEIGHT = [2, 3, 6, 7]
/** The largest number of bytes of track entries that are read. */
const MAX_TRACKS_BYTES = 4 * 1024 * 1024
/** The tracks of a derivative are within this number of bytes from the start of the file. */
const HEAD_BYTES = 64 * 1024

/**
 * A track name that only reserves space. {@link writeWebmPresentation} later replaces it by the elements of
 * the track. The space must be reserved because the track entries cannot become longer: clusters follow them.
 */
export const SPACE = '.'.repeat(1000)

/** How the frames of a WebM track are shown, according to its elements. */
export interface WebmPresentation {
  video: Element[]
  /** Patches that mark disabled tracks as enabled for a demuxer, because players show disabled tracks too. */
  misread: Patch[]
  /** The kinds of all tracks, in the order of the file. */
  kinds: TrackKind[]
}

interface Element {
  id: number
  at: number
  data: Buffer
}

/** Parses the elements in a buffer (RFC 8794, 4). Stops at a malformed element. */
function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const named = idAt(bytes, at)
    if (typeof named === 'string') break
    const sized = sizeAt(bytes, named.next)
    if (typeof sized === 'string') break
    const end = sized.size === null ? bytes.length : Math.min(bytes.length, sized.next + sized.size)
    found.push({ id: named.id, at, data: bytes.subarray(sized.next, end) })
    at = end
  }
  return found
}

const numberIn = (elements: Element[], id: number, otherwise: number): number => {
  const data = elements.find(each => each.id === id)?.data
  return data ? data.reduce((sum, byte) => sum * 256 + byte, 0) : otherwise
}

const entriesIn = (tracks: Buffer): Element[] => elementsIn(tracks).filter(({ id }) => id === ids.trackEntry)

const isVideo = ({ data }: Element) => numberIn(elementsIn(data), ids.trackType, 0) === VIDEO_TYPE

/**
 * Reads the elements of the first video track that determine how its frames are shown. The range contains the
 * track entries. Returns null for a file without a video track. Throws a MediaError if the track has scaled
 * or delayed times, which cannot be copied.
 */
export async function readWebmPresentation(
  source: ByteSource,
  { start, end }: ByteRange,
): Promise<WebmPresentation | null> {
  const tracks = await source.read(start, Math.min(end, start + MAX_TRACKS_BYTES))
  const entries = entriesIn(tracks)
  const track = elementsIn(entries.find(isVideo)?.data ?? Buffer.alloc(0))
  const video = track.find(({ id }) => id === ids.video)
  if (!video) return null
  const scale = track.find(({ id }) => id === ids.trackTimestampScale)?.data
  const factor = scale?.length === 4 ? scale.readFloatBE() : scale?.length === 8 ? scale.readDoubleBE() : 1
  if (factor !== 1 || numberIn(track, ids.codecDelay, 0) > 0)
    throw new MediaError(
      'edited',
      'The video track has times that are scaled or delayed, which cannot be shown as they are.',
      'Write it again. "ffmpeg -i input.webm -c copy output.webm" does so.',
    )
  const misread = entries.flatMap(({ data }) =>
    elementsIn(data)
      .filter(({ id }) => id === ids.flagEnabled)
      .map(({ at }) => ({
        at: start + data.byteOffset - tracks.byteOffset + at,
        bytes: Buffer.from([ids.void]),
      })),
  )
  const kinds = entries.map(({ data }) => KINDS[numberIn(elementsIn(data), ids.trackType, 0)] ?? 'data')
  return { video: elementsIn(video.data).filter(each => !isIgnored(each)), misread, kinds }
}

/** Returns whether an element is a projection with private data, which Chromium ignores. */
const isIgnored = ({ id, data }: Element) =>
  id === ids.projection &&
  elementsIn(data).some(each => each.id === ids.projectionPrivate && each.data.length > 0)

/** Returns whether a track has a projection, which may rotate its frames. */
export const isProjected = ({ video }: WebmPresentation): boolean =>
  video.some(({ id }) => id === ids.projection)

/** Returns the size in whole pixels at which Chromium shows the frames of a track, before it rotates them. */
export function shownWebmSize({ video }: WebmPresentation): { width: number; height: number } {
  const [width, height] = [numberIn(video, ids.pixelWidth, 1), numberIn(video, ids.pixelHeight, 1)]
  const displayWidth = numberIn(video, ids.displayWidth, 0) || width
  const displayHeight = numberIn(video, ids.displayHeight, 0) || height
  const isKnown = numberIn(video, ids.displayUnit, 0) < UNKNOWN_UNIT
  const stereo = numberIn(video, ids.stereoMode, 0)
  const halves = (HALF_WIDTH.includes(stereo) ? 2 : 1) / (HALF_HEIGHT.includes(stereo) ? 2 : 1)
  return sizeOfPixels(
    { width, height },
    isKnown ? ((height * displayWidth) / (width * displayHeight)) * halves : 1,
  )
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
    const segment = elementsIn(head).find(({ id }) => id === ids.segment)
    const tracks = segment && elementsIn(segment.data).find(({ id }) => id === ids.tracks)
    const entry = tracks && entriesIn(tracks.data).find(isVideo)
    if (!entry) throw new Error('the video has no track entry')
    const others = elementsIn(entry.data).filter(({ id }) => id !== ids.name && id !== ids.video)
    const body = Buffer.concat(
      [...others, { id: ids.video, data: Buffer.concat(shownOf(video)) }].map(encodeElement),
    )
    const space = entry.data.length - body.length
    if (space < 9) throw new Error('there is no room for elements in the track of the video')
    const filled = Buffer.concat([body, encodeElement({ id: ids.void, data: Buffer.alloc(space - 9) })])
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
      encodeElement({ id, data: MASTERS.has(id) ? Buffer.concat(shownOf(elementsIn(data))) : data }),
    )

/** Encodes an element with a size field of eight bytes. */
function encodeElement({ id, data }: Pick<Element, 'id' | 'data'>): Buffer {
  const idLength = Math.ceil((32 - Math.clz32(id)) / 8)
  const head = Buffer.alloc(idLength + 8)
  head.writeUIntBE(id, 0, idLength)
  head.writeUInt8(1, idLength)
  head.writeUIntBE(data.length, idLength + 2, 6)
  return Buffer.concat([head, data])
}
