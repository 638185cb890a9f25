import { open } from 'node:fs/promises'
import type { InputVideoTrack } from 'mediabunny'
import { windowedReader } from '../reader'
import { boxesOf, type Box } from './mp4-boxes'
import { boxesInDescription, VISUAL_ENTRY_BYTES } from './mp4-descriptions'
import { sizeOfPixels } from './pixel-aspect'
import type { Mp4, Mp4Track } from './mp4-structure'
import type { ByteSource } from '~~/server/bytes/byte-source'

/**
 * The length in bytes of each box that determines how the frames are shown: the pixel aspect ratio (`pasp`),
 * and two types of color descriptions (ISO/IEC 14496-12, 12.1.4 and 12.1.5). Other types of color
 * descriptions contain profiles, which players ignore.
 */
const lengths: Record<string, number | undefined> = { pasp: 8, nclx: 11, nclc: 10 }
/** The maximum of these lengths. */
const MAX_BOX_BYTES = 11
/**
 * The distance in bytes between the start of the matrix and the end of the box, for the header of a movie
 * (ISO/IEC 14496-12, 8.2.2) and for the header of a track (8.3.2).
 */
const MOVIE_MATRIX = 64
const TRACK_MATRIX = 44
const MATRIX_BYTES = 36

/** How the frames of an MP4 track are shown, according to its boxes. */
export interface Presentation {
  /**
   * The transformations of the track and of the movie, such as rotation and mirroring, combined into one
   * matrix.
   */
  matrix: number[]
  /** The width and height in the track header, with 16 fractional bits each. */
  size: Buffer
  /** The boxes with the colors (`colr`) and with the pixel aspect ratio (`pasp`). */
  boxes: Buffer[]
}

/** Reads how the frames of a track are shown; null if its headers are missing or too short. */
export async function readPresentation(
  source: ByteSource,
  { header: movie }: Mp4,
  { header, description }: Mp4Track,
): Promise<Presentation | null> {
  if (!header || !movie || !description) return null
  const [track, whole] = [
    await source.read(header.end - TRACK_MATRIX, header.end),
    await source.read(movie.end - MOVIE_MATRIX, movie.end),
  ]
  if (track.length < TRACK_MATRIX || whole.length < MOVIE_MATRIX) return null
  const read = windowedReader(source)
  const boxes: Buffer[] = []
  for await (const box of boxesInDescription(read, description)) {
    const bytes = await read(box.data, Math.min(MAX_BOX_BYTES, box.end - box.data))
    const length = lengths[box.type === 'colr' ? bytes.toString('latin1', 0, 4) : box.type]
    // Bytes after the defined fields of a box are not copied, because they may contain any data.
    if (length !== undefined && bytes.length >= length)
      boxes.push(boxOf(box.type, Buffer.from(bytes.subarray(0, length))))
  }
  return {
    matrix: product(numbers(track), numbers(whole)),
    size: Buffer.from(track.subarray(MATRIX_BYTES)),
    boxes,
  }
}

const numbers = (bytes: Buffer) => Array.from({ length: 9 }, (_, i) => bytes.readInt32BE(i * 4))

/** Multiplies matrices whose columns have 16, 16 and 30 fractional bits (ISO/IEC 14496-12, 6.2.2). */
function product(one: number[], other: number[]): number[] {
  return one.map((_, at) => {
    const [row, column] = [Math.floor(at / 3) * 3, at % 3]
    const term = (i: number, bits: number) => ((one[row + i] ?? 0) * (other[i * 3 + column] ?? 0)) / 2 ** bits
    return Math.trunc(term(0, 16) + term(1, 16) + term(2, 30))
  })
}

/**
 * Returns the size in whole pixels at which Chromium shows the frames of a track. Throws a MediaError for a
 * size that Chromium does not show.
 */
export async function shownSize(
  { matrix, size, boxes }: Presentation,
  track: InputVideoTrack,
): Promise<{ width: number; height: number }> {
  const coded = { width: await track.getCodedWidth(), height: await track.getCodedHeight() }
  const { num, den } = await track.getPixelAspectRatio()
  const pixel = aspectOfMatrix(matrix, size) ?? aspectOfBox(boxes) ?? aspectOfSize(size, coded) ?? num / den
  const { width, height } = sizeOfPixels(coded, pixel)
  const isQuarter = matrix[0] === 0 && matrix[4] === 0 && matrix[1] !== 0 && matrix[3] !== 0
  return isQuarter ? { width: height, height: width } : { width, height }
}

/**
 * Returns the pixel aspect ratio of a matrix that scales width and height differently; null if both scales
 * are equal or one of them is too small.
 */
function aspectOfMatrix(matrix: number[], size: Buffer): number | null {
  const [a = 0, b = 0, , c = 0, d = 0] = matrix
  const [x, y] = [Math.hypot(a, c), Math.hypot(b, d)]
  if (size.readUInt32BE(0) === 0 || size.readUInt32BE(4) === 0 || Math.min(x, y) <= 1) return null
  return Math.abs(x / y - 1) > 0.01 ? x / y : null
}

function aspectOfBox(boxes: Buffer[]): number | null {
  const box = boxes.find(each => each.toString('latin1', 4, 8) === 'pasp')
  const [horizontal, vertical] = box ? [box.readUInt32BE(8), box.readUInt32BE(12)] : [0, 0]
  return horizontal > 0 && vertical > 0 ? horizontal / vertical : null
}

function aspectOfSize(size: Buffer, coded: { width: number; height: number }): number | null {
  const [width, height] = [size.readUInt16BE(0), size.readUInt16BE(4)]
  if (width === 0 || height === 0 || (width === coded.width && height === coded.height)) return null
  return (coded.height * width) / (coded.width * height)
}

/**
 * Writes into an MP4 file the data that determines how its frames are shown. The index of the file must be at
 * the front, followed by free space.
 */
export async function writePresentation(path: string, presentation: Presentation): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    let index: Box | null = null
    for await (const box of boxesOf(read, 0, size)) {
      if (box.type === 'moov') index = box
      if (box.type !== 'free' || !index) continue
      const moov = changed(await read(index.at, index.end - index.at), presentation)
      const room = box.end - index.at - moov.length
      if (room < 8) throw new Error('there is no room for boxes in the index of the video')
      await file.write(Buffer.concat([moov, header('free', room)]), 0, moov.length + 8, index.at)
      return
    }
    throw new Error('the video has no index in front')
  } finally {
    await file.close()
  }
}

function header(type: string, length: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(type, 4, 'latin1')
  return head
}

/** The types of the boxes in which the visual sample description is nested. */
const AROUND = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

/** Returns a copy of a box, changed so that all video tracks in it are shown as `presentation` states. */
function changed(box: Buffer, presentation: Presentation): Buffer {
  const type = typeOf(box)
  const isOther = type === 'trak' && box.indexOf('vmhd', 0, 'latin1') < 0
  if (isOther) return box
  if (type === 'tkhd') {
    const copy = Buffer.from(box)
    for (const [i, value] of presentation.matrix.entries())
      copy.writeInt32BE(value, copy.length - TRACK_MATRIX + i * 4)
    presentation.size.copy(copy, copy.length - presentation.size.length)
    return copy
  }
  if (type === 'stsd') return boxOf(type, box.subarray(8, 16), described(box.subarray(16), presentation))
  if (!AROUND.has(type)) return box
  return boxOf(type, ...boxesIn(box.subarray(8)).map(each => changed(each, presentation)))
}

/**
 * Returns a visual sample description in which the boxes of a presentation replace the boxes of the same
 * type.
 */
function described(entry: Buffer, { boxes }: Presentation): Buffer {
  const types = new Set(boxes.map(typeOf))
  const own = boxesIn(entry.subarray(VISUAL_ENTRY_BYTES)).filter(each => !types.has(typeOf(each)))
  return boxOf(typeOf(entry), entry.subarray(8, VISUAL_ENTRY_BYTES), ...own, ...boxes)
}

const typeOf = (box: Buffer) => box.toString('latin1', 4, 8)

function boxesIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = Math.max(8, bytes.readUInt32BE(at))
    found.push(bytes.subarray(at, at + length))
    at += length
  }
  return found
}

function boxOf(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([header(type, 8 + body.length), body])
}
