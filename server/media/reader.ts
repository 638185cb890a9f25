import type { ByteSource } from '~~/server/bytes/byte-source'

const WINDOW_BYTES = 64 * 1024

/** Reads bytes from a position. Returns fewer bytes near the end of the source, and none at the end. */
export type Reader = (at: number, length: number) => Promise<Buffer>

/**
 * Returns a reader for parsers that go through a file from one header to the next. It reads 64 KiB at a time,
 * so that headers close to each other need only one read.
 */
export function windowedReader(source: ByteSource): Reader {
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      const end = Math.min(source.size, at + Math.max(length, WINDOW_BYTES))
      window = at < end ? await source.read(at, end) : Buffer.alloc(0)
      start = at
    }
    return window.subarray(at - start, at - start + length)
  }
}
