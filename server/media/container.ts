import { MediaError } from './error'
import type { ByteSource } from './source'

const truncated = () => new MediaError('truncated', 'The recording is truncated: its container promises more bytes than the file has.', 'Send the file whole.')

/**
 * Holds a container to the sizes it states: the demuxer itself reads a cut file up to the cut without a word.
 * Boxes of ISO/IEC 14496-12 (4.2). Throws a MediaError.
 */
export async function assertWholeMp4(source: ByteSource): Promise<void> {
  for (let at = 0; at < source.size;) {
    const header = Buffer.from(await source.read(at, Math.min(at + 16, source.size)))
    // Padding is no box; players pass over it.
    if (header.length < 8 && header.every(byte => byte === 0)) return
    if (header.length < 8) throw truncated()
    const short = header.readUInt32BE(0)
    // 0: to the end of the file; 1: a 64-bit size follows.
    if (short === 0) return
    const size = short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short
    if (size < 8 || at + size > source.size) throw truncated()
    at += size
  }
}

const SEGMENT = 0x18538067

/** The same for WebM: the size of its segment (RFC 9559), where one is stated. Throws a MediaError. */
export async function assertWholeWebm(source: ByteSource): Promise<void> {
  const head = Buffer.from(await source.read(0, Math.min(4096, source.size)))
  for (let at = 0; at + 12 < head.length;) {
    const size = readSize(head, at + 4)
    if (size === null) return
    const end = at + 4 + size.length + size.value
    if (head.readUInt32BE(at) === SEGMENT) {
      if (end > source.size) throw truncated()
      return
    }
    at = end
  }
}

/** An EBML element size (RFC 8794, 4); null when unknown, as live recordings have it. */
function readSize(bytes: Buffer, at: number): { value: number, length: number } | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length < 1 || length > 8) return null
  let value = first & (0xFF >> length)
  let unknown = value === (0xFF >> length)
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0
    value = value * 256 + byte
    unknown &&= byte === 0xFF
  }
  return unknown ? null : { value, length }
}
