import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Bytes `start` to `end`, the end exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes that can be read in any order: a blob, a local file or a buffer. */
export interface ByteSource {
  /** Total number of bytes. */
  size: number
  /** Reads a part into memory, the end exclusive. Returns fewer bytes, or none, past the end. */
  read: (start: number, end: number) => Promise<Buffer>
  /** Streams all bytes or a part. Destroying the stream releases its file descriptor. */
  stream: (range?: ByteRange) => Readable
  /** The path of the local file with these bytes, where there is one. */
  path?: string
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

/** Reads a part of a file, the end exclusive. Returns fewer bytes, or none, past the end of the file. */
export async function readFileRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(Math.max(0, end - start))
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } finally {
    await file.close()
  }
}

/** Reads a whole source into memory. Only for sources that are known to be small. */
export async function readWhole(source: ByteSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source.stream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
