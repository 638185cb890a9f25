import { truncated } from '../error'
import type { Reader } from '../reader'

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2), with the positions of its header, its data and its end. */
export interface Box {
  type: string
  at: number
  data: number
  end: number
}

/**
 * Yields the boxes between two positions. Throws if a box extends past the end, unless `mayEnd` returns true:
 * then the remaining bytes are skipped.
 */
export async function* boxesOf(
  read: Reader,
  start: number,
  end: number,
  mayEnd = (): boolean => false,
): AsyncIterable<Box> {
  for (let at = start; at < end;) {
    const header = await read(at, Math.min(16, end - at))
    // Players skip padding after the last box.
    if (header.length < 8 && header.every(byte => byte === 0)) return
    if (header.length < 8 && mayEnd()) return
    if (header.length < 8) throw truncated()
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    // If the size is 0, the box extends to the end of the file. If it is 1, a size of 64 bits follows.
    if (short === 0) return void (yield { type, at, data: at + 8, end })
    const long = short === 1 && header.length === 16
    const size = long ? Number(header.readBigUInt64BE(8)) : short
    if (size < (long ? 16 : 8) || at + size > end) {
      if (mayEnd()) return
      throw truncated()
    }
    yield { type, at, data: at + (long ? 16 : 8), end: at + size }
    at += size
  }
}
