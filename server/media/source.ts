import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Bytes to look at, wherever they lie; ends are exclusive. One with a local file gives its path. */
export interface ByteSource {
  size: number
  read: (start: number, end: number) => Promise<Uint8Array>
  stream: (range?: { start: number; end: number }) => Readable
  path?: string
}

/** A local file as a source. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path)
  return {
    size,
    path,
    stream: range => createReadStream(path, range && { start: range.start, end: range.end - 1 }),
    async read(start, end) {
      const file = await open(path)
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}

/** Everything a source holds, in memory. Only for what is known to be small. */
export async function readWhole(source: ByteSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source.stream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
