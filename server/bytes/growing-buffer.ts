const FIRST_BYTES = 16 * 1024

/**
 * Collects bytes that arrive in chunks in one buffer. A list of the chunks would take far more memory than
 * their bytes: a sender may make each of them one byte (RFC 9112, 7.1).
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

  /** Returns the bytes that have arrived. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.used)
  }
}
