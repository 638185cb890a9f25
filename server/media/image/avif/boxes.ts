import { undecodableAvif } from './errors'

/** A box in memory (ISO/IEC 14496-12, 4.2): its type and its data without the header. */
export interface MemoryBox {
  type: string
  data: Buffer
}

/** Returns the boxes in a buffer. Throws a MediaError if a box extends past the end. */
export function boxesIn(bytes: Buffer): MemoryBox[] {
  const found: MemoryBox[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) throw undecodableAvif()
    const size = bytes.readUInt32BE(at)
    // A size of 0 or 1, which means the end of the file or a size of 64 bits, has no use inside of a box.
    if (size < 8 || at + size > bytes.length) throw undecodableAvif()
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return found
}

/** Reads big-endian numbers one after another. Throws a MediaError at the end of the bytes. */
export class Fields {
  private at = 0
  constructor(private readonly bytes: Buffer) {}

  /** Reads an unsigned number of 0 to 8 bytes. Throws for a number above 2^53. */
  uint(length: number): number {
    const bytes = this.take(length)
    let value = 0
    for (const byte of bytes) value = value * 256 + byte
    if (!Number.isSafeInteger(value)) throw undecodableAvif()
    return value
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw undecodableAvif()
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** Reads a text that ends with a zero byte, or at the end of the bytes. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at)
    const text = this.bytes.toString('latin1', this.at, end < 0 ? this.bytes.length : end)
    this.at = end < 0 ? this.bytes.length : end + 1
    return text
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
}

/** Returns an encoded box. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 4, 'latin1')
  const whole = Buffer.concat([head, ...parts])
  whole.writeUInt32BE(whole.length)
  return whole
}

/** Returns an encoded box that begins with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, Buffer.from([version, flags >> 16, (flags >> 8) & 255, flags & 255]), ...parts)

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
