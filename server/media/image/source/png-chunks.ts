import { crc32 } from 'node:zlib'
import type { ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../../error'
import { windowedReader } from '../../reader'

/** The first bytes of a PNG (PNG, third edition, 5.2). */
export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A chunk of a PNG (PNG, third edition, 5.3). */
export interface Chunk {
  type: string
  data: Buffer
}

/**
 * The largest number of chunks before the picture data. It is limited because a decoder creates an object for
 * some of the chunks.
 */
const MAX_CHUNKS = 10_000

/** The position of a chunk in a file. The chunk begins at `at`, and its data at `dataAt`. */
export interface ChunkPlace {
  type: string
  at: number
  dataAt: number
  end: number
}

/**
 * Yields the chunks before the image data, without checking them. Throws a MediaError if there are too many
 * chunks.
 */
export async function* chunksBeforeData(source: ByteSource): AsyncIterable<ChunkPlace> {
  const read = windowedReader(source)
  let count = 0
  for (let at = SIGNATURE.length; at + 12 <= source.size;) {
    const head = await read(at, 8)
    const [type, end] = [head.toString('latin1', 4, 8), at + 12 + head.readUInt32BE(0)]
    if (type === 'IDAT' || end > source.size) return
    if (++count > MAX_CHUNKS) throw new MediaError('undecodable', TOO_MANY, 'Save the image again.')
    yield { type, at, dataAt: at + 8, end }
    at = end
  }
}

const TOO_MANY = `The image has more than ${MAX_CHUNKS} chunks before its pixels.`

/**
 * Returns all chunks of a PNG, up to the last one (IEND); null if a chunk is cut off or has a wrong checksum.
 */
export function chunksOf(png: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= png.length;) {
    const end = at + 8 + png.readUInt32BE(at)
    if (end + 4 > png.length || crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) return null
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) })
    if (chunks.at(-1)?.type === 'IEND') return chunks
    at = end + 4
  }
  return null
}

/** Encodes a chunk with its checksum. */
export function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
