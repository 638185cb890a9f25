import { Transform, type TransformCallback } from 'node:stream'
import { BlobSizeError } from './errors'

/**
 * Passes exactly `size` bytes on: fails with {@link BlobSizeError} at the first byte too many, and at the end
 * when there were too few.
 */
export class ExactSize extends Transform {
  private readonly size: number
  private received = 0

  constructor(size: number, highWaterMark: number) {
    super({ readableHighWaterMark: highWaterMark, writableHighWaterMark: highWaterMark })
    this.size = size
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.received += chunk.length
    if (this.received > this.size) return callback(new BlobSizeError(this.size, this.received))
    callback(null, chunk)
  }

  override _flush(callback: TransformCallback): void {
    callback(this.received < this.size ? new BlobSizeError(this.size, this.received) : null)
  }
}
