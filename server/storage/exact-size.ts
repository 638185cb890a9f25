import type { Hash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import type { ExpectedBytes } from './driver'
import { BlobSizeError } from './errors'

/**
 * Passes on exactly `size` bytes: fails with {@link BlobSizeError} at the first excess byte, and at the end
 * if there were too few. Adds them to a hash, if there is one. SHA-256 of 64 KiB takes 40 µs on processors
 * with instructions for it, and about 150 µs on others: too little for a separate thread.
 */
export class ExactSize extends Transform {
  private readonly size: number
  private readonly hash: Hash | undefined
  private received = 0

  constructor({ size, hash }: ExpectedBytes, highWaterMark: number) {
    super({ readableHighWaterMark: highWaterMark, writableHighWaterMark: highWaterMark })
    this.size = size
    this.hash = hash
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.received += chunk.length
    if (this.received > this.size) return callback(new BlobSizeError(this.size, this.received))
    this.hash?.update(chunk)
    callback(null, chunk)
  }

  override _flush(callback: TransformCallback): void {
    callback(this.received < this.size ? new BlobSizeError(this.size, this.received) : null)
  }
}
