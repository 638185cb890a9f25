import type { Mime } from '#shared/contract/media-types'
import { windowedReader, type Reader } from '../reader'
import type { ByteSource } from '~~/server/bytes/byte-source'

/**
 * Counts the frames of a GIF or WebP without decoding them. Stops counting as soon as there are more than
 * `limit`, and at malformed data, which the decoder rejects or repairs. Returns 1 for other types.
 */
export async function countFrames(source: ByteSource, mime: Mime, limit: number): Promise<number> {
  const next = mime === 'image/gif' ? gifBlocks(source) : mime === 'image/webp' ? webpChunks(source) : null
  if (next === null) return 1
  let frames = 0
  for await (const isFrame of next) {
    if (isFrame) frames += 1
    if (frames > limit) break
  }
  return frames
}

/** Yields for each block of a GIF whether it is an image (GIF89a, 17 to 26). Each image is one frame. */
async function* gifBlocks(source: ByteSource): AsyncIterable<boolean> {
  const read = windowedReader(source)
  for (let at = 13 + paletteBytes((await read(10, 1))[0]); at < source.size;) {
    const head = await read(at, 10)
    const isFrame = head[0] === 0x2c
    if (!isFrame && head[0] !== 0x21) return
    at = await afterSubBlocks(read, at + (isFrame ? 11 + paletteBytes(head[9]) : 2), source.size)
    yield isFrame
  }
}

/**
 * Returns the length of a color table in bytes. `packed` is the byte of a GIF header that contains this
 * length.
 */
export function paletteBytes(packed = 0): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0
}

/** Returns the position after a list of sub-blocks. The list begins at `from`. */
export async function afterSubBlocks(read: Reader, from: number, size: number): Promise<number> {
  for (let at = from; at < size;) {
    const length = (await read(at, 1))[0] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return size
}

/** Yields for each chunk of a WebP (RFC 9649, 2.3) whether it is a frame of an animation. */
async function* webpChunks(source: ByteSource): AsyncIterable<boolean> {
  const read = windowedReader(source)
  for (let at = 12; at + 8 <= source.size;) {
    const header = await read(at, 8)
    const length = header.readUInt32LE(4)
    yield header.toString('latin1', 0, 4) === 'ANMF'
    at += 8 + length + (length % 2)
  }
}
