import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { GrowingBuffer } from '../bytes/growing-buffer'

/** The maximum number of bytes of all that a receiver sends before the body of its final response. */
const HEADER_BYTES = 64 * 1024

/**
 * The number of bytes that the HTTP parser gets at once. The parser cannot be stopped before it has parsed
 * all the bytes that it got, and it calls a function for each chunk (RFC 9112, 7.1) and each response with a
 * status below 200.
 */
const PIECE_BYTES = 4096

/**
 * The number of parts (reads of the connection, and chunks of the body) that any response may have. It may
 * have one more for each `BYTES_OF_PART` bytes. Each part takes CPU time, even if it is a single byte.
 */
const MAX_PARTS = 1000
const BYTES_OF_PART = 256

export interface LimitedBody {
  /** The beginning of the response body, decoded as UTF-8. */
  body: string
  /** Whether a part of the response body was not read, because it reached one of the limits. */
  isTruncated: boolean
}

/**
 * Reads one response, of which no more than `maxBytes` bytes are kept. If a limit is reached, the connection
 * is destroyed at once, and the bytes that have already arrived are not parsed.
 */
export class LimitedReading {
  private readonly held = new GrowingBuffer()
  private received = 0
  private parts = 0
  private response: IncomingMessage | null = null
  private isTruncated = false

  /** `refuse` is called if the receiver sends too much before its final response. */
  constructor(
    private readonly maxBytes: number,
    private readonly refuse: () => void,
  ) {}

  /** Limits what the HTTP parser gets of a connection. It must be called before bytes arrive. */
  watch(socket: Readable): void {
    const push = socket.push.bind(socket)
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null)
      this.parts += 1
      let mayContinue = true
      for (let start = 0; start < chunk.length && !socket.destroyed; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES)
        this.received += piece.length
        if (this.isTooMuch()) this.stop()
        else mayContinue = push(piece)
      }
      return mayContinue
    }
  }

  /**
   * Reads the beginning of the body, then closes the connection. It must be called when the headers have
   * arrived, before more bytes are parsed. If the connection breaks, returns the part that has arrived: only
   * the status of the response determines whether the request succeeded.
   */
  read(response: IncomingMessage): Promise<LimitedBody> {
    this.response = response
    const { promise, resolve } = Promise.withResolvers<LimitedBody>()
    const push = response.push.bind(response)
    // The stream could deliver chunks after all received bytes were parsed. So chunks are taken here.
    response.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null)
      this.take(chunk)
      return true
    }
    response.on('error', () => {})
    response.on('close', () => {
      const body = this.held.bytes().subarray(0, this.maxBytes).toString('utf8')
      resolve({ body, isTruncated: this.isTruncated })
    })
    response.resume()
    return promise
  }

  private take(chunk: Buffer): void {
    if (this.isTruncated) return
    this.held.append(chunk)
    this.parts += 1
    if (this.held.length > this.maxBytes || this.isTooMuch()) this.stop()
  }

  private isTooMuch(): boolean {
    // A body in chunks of one byte takes six times as many bytes (RFC 9112, 7.1).
    const most = this.response ? 2 * this.maxBytes + HEADER_BYTES : HEADER_BYTES
    return this.received > most || this.parts > MAX_PARTS + this.received / BYTES_OF_PART
  }

  private stop(): void {
    this.isTruncated = true
    if (this.response) this.response.destroy()
    else this.refuse()
  }
}
