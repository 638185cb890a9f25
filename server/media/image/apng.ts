import type { ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../error'
import { windowedReader } from '../reader'
import { MAX_FRAMES, MAX_PIXELS, undecodable } from './decode'
import { EMBED_BYTES } from './encode'
import { mebibytes } from '#shared/contract/kit/sizes'
import { exifOf, orientationIn } from './source/exif'
import { chunksOf, SIGNATURE, written, type Chunk } from './source/png-chunks'
import sharp from './sharp'

/** The chunks that determine the shown picture (PNG, third edition, 11 and 12). All others are metadata. */
const SHOWN = new Set('IHDR PLTE tRNS gAMA cHRM sRGB iCCP sBIT cICP acTL fcTL fdAT IDAT IEND'.split(' '))

/** The chunks that a PNG may contain only once. If one of them is repeated, decoders use the first. */
const SINGLE = new Set('PLTE tRNS gAMA cHRM sRGB iCCP sBIT cICP acTL'.split(' '))

/**
 * The maximum number of bytes of a palette, and of the transparency of its colors. Both are copied into each
 * frame when the frame is decoded as a separate PNG (PNG, third edition, 11.2.2 and 11.3.1.1).
 */
const COLOR_BYTES = { PLTE: 768, tRNS: 256 }

/**
 * Returns whether a PNG has several frames: an acTL chunk before its picture (PNG, third edition, 11.3.4.1).
 */
export async function isAnimatedPng(source: ByteSource): Promise<boolean> {
  const read = windowedReader(source)
  for (let at = SIGNATURE.length; at + 12 <= source.size;) {
    const head = await read(at, 12)
    const type = head.toString('latin1', 4, 8)
    if (type === 'acTL') return head.readUInt32BE(8) > 1
    if (type === 'IDAT') return false
    at += 12 + head.readUInt32BE(0)
  }
  return false
}

/**
 * Returns an animated PNG with the same frames but without metadata, after verifying that each frame decodes.
 * Throws a MediaError for a malformed file. Also throws a MediaError if the file is larger than an embeddable
 * image may be: the file cannot be re-encoded, because the decoder reads only its first frame.
 */
export async function cleanApng(png: Buffer): Promise<Buffer> {
  const seen = new Set<string>()
  const isFirst = ({ type }: Chunk) => {
    const isRepeated = SINGLE.has(type) && seen.has(type)
    seen.add(type)
    return !isRepeated
  }
  const chunks = chunksOf(png)?.flatMap(shownPart).filter(isFirst)
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND')
    throw undecodable()
  await assertFrames(chunks, header.data)
  const data = Buffer.concat([SIGNATURE, ...chunks.map(written)])
  if (data.length > EMBED_BYTES)
    throw tooLarge(
      `has ${(data.length / 1024 / 1024).toFixed(1)} MiB; at most ${mebibytes(EMBED_BYTES)} can be shown`,
    )
  return data
}

/**
 * Returns the chunk if it affects how the PNG looks, and nothing if it is metadata. Of an EXIF chunk, returns
 * only the orientation.
 */
function shownPart({ type, data }: Chunk): Chunk[] {
  if (SHOWN.has(type)) return [{ type, data }]
  const orientation = type === 'eXIf' ? orientationIn(data) : 1
  return orientation > 1 ? [{ type, data: exifOf(orientation) }] : []
}

/** A frame: the data of its fcTL chunk, and its compressed pixels. */
interface Frame {
  control: Buffer
  data: Buffer[]
}

/**
 * Decodes each frame as a separate PNG. Throws if the number of frames differs from the declared one, if a
 * frame extends beyond the image, or if it does not decode.
 */
async function assertFrames(chunks: Chunk[], header: Buffer): Promise<void> {
  const frames: Frame[] = []
  for (const { type, data } of chunks) {
    if (type === 'fcTL') frames.push({ control: data, data: [] })
    // The image data before the first fcTL chunk is not part of the animation.
    else if (type === 'IDAT') frames.at(-1)?.data.push(data)
    else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4))
  }
  const stated = chunks.find(({ type }) => type === 'acTL')?.data
  if (stated?.length !== 8 || stated.readUInt32BE(0) !== frames.length) throw undecodable()
  if (frames.length > MAX_FRAMES) throw tooLarge(`has more than ${MAX_FRAMES} frames`)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width * height * frames.length > MAX_PIXELS)
    throw tooLarge(`has ${width} × ${height} pixels in ${frames.length} frames`)
  const colors = colorsOf(chunks)
  for (const { control, data } of frames) {
    if (control.length !== 26 || data.length === 0) throw undecodable()
    const [w, h, x, y] = [4, 8, 12, 16].map(at => control.readUInt32BE(at))
    if (!w || !h || (x ?? 0) + w > width || (y ?? 0) + h > height) throw undecodable()
    const own = Buffer.concat([control.subarray(4, 12), header.subarray(8)])
    const whole = Buffer.concat([
      SIGNATURE,
      written({ type: 'IHDR', data: own }),
      colors,
      written({ type: 'IDAT', data: Buffer.concat(data) }),
      written({ type: 'IEND', data: Buffer.alloc(0) }),
    ])
    await sharp(whole, { failOn: 'error' }).extractChannel(0).raw().toBuffer()
  }
}

/**
 * Returns the palette and transparency chunks, which all frames share. Throws if one of them is longer than a
 * PNG allows.
 */
function colorsOf(chunks: Chunk[]): Buffer {
  const colors = Object.entries(COLOR_BYTES).flatMap(([type, most]) => {
    const chunk = chunks.find(each => each.type === type)
    if (chunk && chunk.data.length > most) throw undecodable()
    return chunk ? [written(chunk)] : []
  })
  return Buffer.concat(colors)
}

function tooLarge(what: string): MediaError {
  return new MediaError(
    'too_many_pixels',
    `The animated PNG ${what}.`,
    'Send it as a video, or as an animated WebP or GIF.',
  )
}
