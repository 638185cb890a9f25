const FIRST_BYTES = 16 * 1024

/**
 * Copies bytes that arrive in chunks into a single buffer. A list of the chunks could take far more memory
 * than their bytes, since a sender may send chunks of a single byte (RFC 9112, 7.1).
 */
export class GrowingBuffer {
  private buffer = Buffer.alloc(0)
  private used = 0

  get length(): number {
    return this.used
  }

  append(chunk: Buffer): void {
    const length = this.used + chunk.length
    if (length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, 2 * this.buffer.length, length))
      this.bytes().copy(larger)
      this.buffer = larger
    }
    chunk.copy(this.buffer, this.used)
    this.used = length
  }

  /** Returns all bytes that have arrived so far. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.used)
  }
}
