import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** A range of bytes from `start` to `end`; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The largest part that is read and sent in one piece, in bytes. With a larger piece, a client that stalls
 * would hold too much memory.
 */
export const ONE_PIECE_BYTES = 1024 * 1024

/** Bytes that can be read in any order: a blob, a local file or a buffer. */
export interface ByteSource {
  /** The total number of bytes. */
  size: number
  /** Reads a range into memory; `end` is exclusive. Returns fewer bytes, or none, past the end. */
  read: (start: number, end: number) => Promise<Buffer>
  /** Streams all bytes or a range. Destroying the stream releases its file descriptor. */
  stream: (range?: ByteRange) => Readable
  /**
   * Opens the bytes for reads into memory of the caller, if there is a local file. A sender that reuses its
   * memory leaves nothing for the garbage collector.
   */
  openReader?: () => Promise<ByteReader>
  /** The path of the local file with these bytes, if there is one. */
  path?: string
}

/** Reads bytes into memory of the caller. */
export interface ByteReader {
  /** Fills a buffer from a position on. Returns the number of bytes read: fewer at the end, then 0. */
  read: (into: Buffer, position: number) => Promise<number>
  /** Closes the reader. Call it when no read is under way and none follows. */
  close: () => void
}

/** Returns a local file as a source. Throws the error of `stat`. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path)
  return {
    size,
    path,
    read: (start, end) => readFileRange(path, start, end),
    stream: range => createReadStream(path, range && { start: range.start, end: range.end - 1 }),
  }
}

/** Returns a buffer as a source. */
export function bufferSource(data: Buffer): ByteSource {
  return {
    size: data.length,
    read: async (start, end) => data.subarray(start, Math.max(start, end)),
    stream: range => Readable.from([data.subarray(range?.start, range?.end)]),
  }
}

/** Reads a range of a file; `end` is exclusive. Returns fewer bytes, or none, past the end of the file. */
async function readFileRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  const read: ByteReader['read'] = async (into, position) =>
    (await file.read(into, 0, into.length, position)).bytesRead
  return readRange(read, start, end).finally(() => file.close())
}

/** Reads a range into new memory; `end` is exclusive. Returns fewer bytes, or none, past the end. */
export async function readRange(read: ByteReader['read'], start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, end - start))
  return buffer.subarray(0, await readFully(read, buffer, start))
}

/**
 * Fills a buffer with as many reads as necessary. Returns the number of bytes, which is smaller only at the
 * end.
 */
export async function readFully(read: ByteReader['read'], into: Buffer, position: number): Promise<number> {
  let filled = 0
  while (filled < into.length) {
    const bytes = await read(filled === 0 ? into : into.subarray(filled), position + filled)
    if (bytes === 0) break
    filled += bytes
  }
  return filled
}

/** Reads a whole source into memory. Only for sources that are known to be small. */
export async function readWhole(source: ByteSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source.stream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
