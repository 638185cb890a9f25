import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** A range of bytes. `start` is inclusive, `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The largest number of bytes that are read and sent as one buffer. For each client that stops receiving, the
 * server holds one such buffer in memory.
 */
export const ONE_PIECE_BYTES = 1024 * 1024

/** Bytes that can be read in any order: a blob, a local file or a buffer. */
export interface ByteSource {
  /** The total number of bytes. */
  size: number
  /**
   * Reads a range into memory; `end` is exclusive. If the range goes past the end, returns fewer bytes or
   * none.
   */
  read: (start: number, end: number) => Promise<Buffer>
  /** Streams all bytes or a range. Destroying the stream releases its file descriptor. */
  stream: (range?: ByteRange) => Readable
  /**
   * Opens the local file that contains these bytes. The returned reader fills a buffer that the caller can
   * reuse, which saves work for the garbage collector. Undefined if there is no local file.
   */
  openReader?: () => Promise<ByteReader>
  /** The path of the local file that contains these bytes; undefined if there is none. */
  path?: string
}

/** A reader that copies bytes into a buffer of the caller. */
export interface ByteReader {
  /**
   * Fills a buffer with the bytes from a position. Returns the number of bytes read: fewer near the end, 0 at
   * the end.
   */
  read: (into: Buffer, position: number) => Promise<number>
  /** Closes the reader. Call this only when no read is running and no further read follows. */
  close: () => void
}

/** Returns the bytes of a local file as a source. Throws the error of `stat`. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path)
  return {
    size,
    path,
    read: (start, end) => readFileRange(path, start, end),
    stream: range => createReadStream(path, range && { start: range.start, end: range.end - 1 }),
  }
}

/** Returns the bytes of a buffer as a source. */
export function bufferSource(data: Buffer): ByteSource {
  return {
    size: data.length,
    read: async (start, end) => data.subarray(start, Math.max(start, end)),
    stream: range => Readable.from([data.subarray(range?.start, range?.end)]),
  }
}

/**
 * Reads a range of a file; `end` is exclusive. If the range goes past the end, returns fewer bytes or none.
 */
async function readFileRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  const read: ByteReader['read'] = async (into, position) =>
    (await file.read(into, 0, into.length, position)).bytesRead
  return readRange(read, start, end).finally(() => file.close())
}

/**
 * Reads a range into a new buffer; `end` is exclusive. If the range goes past the end, returns fewer bytes or
 * none.
 */
export async function readRange(read: ByteReader['read'], start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, end - start))
  return buffer.subarray(0, await readFully(read, buffer, start))
}

/**
 * Fills a buffer, with several reads if necessary. Returns the number of bytes read, which is smaller than
 * the buffer only if the end was reached.
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

/** Reads a whole source into memory. Use this only for sources that are known to be small. */
export async function readAll(source: ByteSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source.stream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
