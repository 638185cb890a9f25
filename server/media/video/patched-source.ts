import type { ByteSource } from '~~/server/bytes/byte-source'

/** Bytes that replace the bytes of a file at a position. */
export interface Patch {
  at: number
  bytes: Buffer
}

/**
 * Returns a source in which patches replace some bytes of a file, for a demuxer that misreads these bytes.
 * The file itself does not change.
 */
export function patchedSource(
  source: Pick<ByteSource, 'size' | 'read'>,
  patches: Patch[],
): Pick<ByteSource, 'size' | 'read'> {
  return {
    size: source.size,
    async read(start, end) {
      const inside = patches.filter(({ at, bytes }) => at < end && at + bytes.length > start)
      const data = await source.read(start, end)
      if (inside.length === 0) return data
      const copy = Buffer.from(data)
      for (const { at, bytes } of inside) {
        const from = Math.max(at, start)
        bytes.copy(copy, from - start, from - at)
      }
      return copy
    },
  }
}
