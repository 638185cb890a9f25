/** Reads a stream of chunks as a sequence of parts. The caller determines the length of each part. */
export class PartReader {
  private readonly chunks: AsyncGenerator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.chunks = chunks
  }

  /**
   * Waits until the source has sent its first bytes, or has ended without any. Throws the error of the
   * source.
   */
  async start(): Promise<void> {
    await this.readChunk()
  }

  /** Yields the given number of bytes in chunks, or fewer if the source ends. */
  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (this.rest.length === 0 && !(await this.readChunk())) return
      const chunk = this.rest.subarray(0, left)
      this.rest = this.rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  /**
   * Reads the next chunk. Returns false at the end of the source. `for await` is not used, because it would
   * close the source when the first part ends.
   */
  private async readChunk(): Promise<boolean> {
    const next = await this.chunks.next()
    if (!next.done) this.rest = next.value
    return !next.done
  }
}

/**
 * Yields each chunk with a delay: only when the next chunk has arrived, or when the source has ended. A store
 * considers a body complete when its last byte arrives, so the last chunk must not be sent before the source
 * has ended without an error.
 */
export async function* confirmedChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let confirmed: Buffer | undefined
  for await (const chunk of source) {
    if (confirmed) yield confirmed
    confirmed = chunk
  }
  if (confirmed) yield confirmed
}
