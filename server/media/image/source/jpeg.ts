import { readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { windowedReader } from '../../reader'
import { hasForeignOrientation } from './exif'

const START_OF_SCAN = 0xda
const APP1 = 0xe1
const APP2 = 0xe2

/**
 * The offsets of the version and of the color space of an ICC profile in the first segment of the profile
 * (ICC.1:2022, 7.2). The profile begins after the first 14 bytes of the segment.
 */
const VERSION = 14 + 8
const OF_COLORS = 14 + 16

/**
 * The maximum number of segments, and of the fill bytes between them, that are read. Reading more of them
 * would take seconds.
 */
const MAX_STEPS = 20_000

/**
 * A segment of a JPEG with its marker (ITU-T T.81, B.1.1.4). `data` is the whole content of an APP1 or APP2
 * segment, and only the first byte of any other segment.
 */
interface Segment {
  marker: number
  start: number
  end: number
  data: Buffer
}

/**
 * Returns a JPEG that is changed so that the decoder applies the same orientation and ICC profile as
 * Chromium. Returns null if no change is necessary.
 */
export async function normalizedJpeg(source: ByteSource): Promise<Buffer | null> {
  const segments: Segment[] = []
  for await (const segment of segmentsOf(source)) segments.push(segment)
  const exif = segments.find(({ marker, data }) => marker === APP1 && startsWith(data, 'Exif\0'))
  const profiles = segments.filter(({ marker, data }) => marker === APP2 && startsWith(data, 'ICC_PROFILE\0'))
  const left = new Set<Segment>()
  if (exif && hasForeignOrientation(exif.data.subarray(6))) left.add(exif)
  // If there are several ICC profiles, Chromium applies the first one.
  const numbers = new Set<number | undefined>()
  for (const each of profiles) {
    if (numbers.has(each.data[12])) left.add(each)
    numbers.add(each.data[12])
  }
  const isOddPrefix = exif !== undefined && exif.data[5] !== 0
  const inks = profiles.find(({ data }) => startsWith(data.subarray(OF_COLORS), 'CMYK'))
  const isOldInks = inks !== undefined && (inks.data[VERSION] ?? 0) < 4
  if (left.size === 0 && !isOddPrefix && !isOldInks) return null
  const file = Buffer.from(await readAll(source))
  if (isOddPrefix) file.writeUInt8(0, exif.start + 9)
  // The version number of an old CMYK profile is raised to 4: for older versions, the decoder would show the
  // darkest mixture of inks as black, while Chromium shows it as gray.
  if (isOldInks) file.writeUInt8(4, inks.start + 4 + VERSION)
  const parts: Buffer[] = []
  let at = 0
  for (const { start, end } of [...left].sort((one, other) => one.start - other.start)) {
    parts.push(file.subarray(at, start))
    at = end
  }
  return Buffer.concat([...parts, file.subarray(at)])
}

const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

/**
 * Yields the segments before the first scan. Stops without an error at data that is not a segment, since the
 * decoder reports it.
 */
export async function* segmentsOf(source: ByteSource): AsyncIterable<Segment> {
  const read = windowedReader(source)
  for (let at = 2, steps = 0; at < source.size && steps < MAX_STEPS; steps++) {
    const head = await read(at, 5)
    const marker = head[1] ?? 0
    if (head.length < 5 || head[0] !== 0xff || marker === START_OF_SCAN) return
    // Skips a fill byte: bytes of 0xff may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + head.readUInt16BE(2)
    const isApp = marker === APP1 || marker === APP2
    yield {
      marker,
      start: at,
      end,
      data: isApp ? Buffer.from(await read(at + 4, end - at - 4)) : head.subarray(4),
    }
    at = end
  }
}
