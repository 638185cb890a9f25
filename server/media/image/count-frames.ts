import type { Mime } from '#shared/contract/media-types'
import { blocksIn } from '../gif/blocks'
import { windowedReader } from '../reader'
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

/** Yields a value for each block of a GIF: true if the block is an image, which is one frame. */
async function* gifBlocks(source: ByteSource): AsyncIterable<boolean> {
  for await (const { isImage } of blocksIn(windowedReader(source), source.size)) yield isImage
}

/** Yields a value for each chunk of a WebP (RFC 9649, 2.3): true if the chunk is a frame of an animation. */
async function* webpChunks(source: ByteSource): AsyncIterable<boolean> {
  const read = windowedReader(source)
  for (let at = 12; at + 8 <= source.size;) {
    const header = await read(at, 8)
    const length = header.readUInt32LE(4)
    yield header.toString('latin1', 0, 4) === 'ANMF'
    at += 8 + length + (length % 2)
  }
}
