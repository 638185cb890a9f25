import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getRequestHeader, type H3Event } from 'h3'
import { matchesEtag, parseRange, rangeStillHolds, type ByteRange } from './ranges'

/** At most this many bytes are read at once and ended with, instead of streamed. */
const ONE_READ = 256 * 1024

export interface SentBlob {
  size: number
  /** A strong entity tag, with its quotes. */
  etag: string
  contentType: string
  headers: Record<string, string>
  stream: (range: ByteRange) => Readable
  read: (start: number, end: number) => Promise<Uint8Array>
}

/**
 * What every answer that carries evidence says: evidence cannot act. The policy is the one code hosts give raw files.
 */
export const inertHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': 'default-src \'none\'; style-src \'unsafe-inline\'; sandbox',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Answers GET and HEAD with bytes: 200, 206, 304 or 416 (RFC 9110). Streams through `pipeline` to the socket, so that
 * a client that goes away leaves no descriptor and a stalled one no memory.
 */
export async function sendBlob(event: H3Event, blob: SentBlob): Promise<void> {
  const { res } = event.node
  // h3 must not answer a second time.
  event._handled = true
  for (const [name, value] of Object.entries({ ...inertHeaders, ...blob.headers })) res.setHeader(name, value)
  res.setHeader('etag', blob.etag)
  res.setHeader('accept-ranges', 'bytes')
  if (matchesEtag(getRequestHeader(event, 'if-none-match'), blob.etag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const asked = rangeStillHolds(getRequestHeader(event, 'if-range'), blob.etag) ? parseRange(getRequestHeader(event, 'range'), blob.size) : null
  if (asked === 'unsatisfiable') {
    res.statusCode = 416
    res.setHeader('content-range', `bytes */${blob.size}`)
    res.setHeader('content-length', 0)
    res.end()
    return
  }
  const range = asked ?? { start: 0, end: blob.size }
  res.statusCode = asked ? 206 : 200
  if (asked) res.setHeader('content-range', `bytes ${range.start}-${range.end - 1}/${blob.size}`)
  res.setHeader('content-type', blob.contentType)
  res.setHeader('content-length', range.end - range.start)
  await sendBody(event, blob, range)
}

async function sendBody(event: H3Event, blob: SentBlob, range: ByteRange): Promise<void> {
  const { res } = event.node
  if (event.method === 'HEAD') {
    res.end()
    return
  }
  if (range.end - range.start <= ONE_READ) {
    res.end(await blob.read(range.start, range.end))
    return
  }
  try {
    await pipeline(blob.stream(range), res)
  } catch (error) {
    // The client went away: its right, and nobody is left to tell.
    if (!res.destroyed && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
