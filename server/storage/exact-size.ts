import type { Hash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import type { ExpectedBytes } from './driver'
import { BlobSizeError } from './errors'

/**
 * Passes exactly `size` bytes on: fails with {@link BlobSizeError} at the first byte too many, and at the end
 * when there were too few. Adds them to a hash, if there is one. SHA-256 takes 40 µs for 64 KiB where the
 * processor has instructions for it, and about 150 µs elsewhere: too little for a thread of its own.
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
