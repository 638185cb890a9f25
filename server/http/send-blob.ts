import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { getRequestHeader, type H3Event } from 'h3'
import type { ByteRange, ByteSource } from '~~/server/byte-source'
import { matchesEtag, parseRange, rangeStillHolds } from './ranges'

/** At most this many bytes are read at once and ended with, instead of streamed. */
const ONE_READ = 256 * 1024

export interface SentBlob {
  source: ByteSource
  /** A strong entity tag, with its quotes. */
  etag: string
  contentType: string
  headers: Record<string, string>
  /** Called before the bytes of a 200 or 206; where it fails, nothing is sent. */
  onStart?: () => Promise<void>
}

/**
 * What every answer that carries evidence says: evidence cannot act. The policy is the one code hosts give
 * raw files.
 */
export const inertHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Answers GET and HEAD with bytes: 200, 206, 304 or 416 (RFC 9110, 13 to 15). Streams through `pipeline` to
 * the socket, so that a client that goes away leaves no descriptor and a stalled one little memory. A blob
 * that cannot be read throws before anything is sent; one that breaks midway throws and cuts the connection.
 */
export async function sendBlob(event: H3Event, blob: SentBlob): Promise<void> {
  if (matchesEtag(getRequestHeader(event, 'if-none-match'), blob.etag)) return sendEmpty(event, blob, 304)
  const range = rangeOf(event, blob)
  if (range === 'unsatisfiable') {
    // No cache may keep a refusal as long as the bytes.
    return sendEmpty(event, blob, 416, {
      'cache-control': 'no-store',
      'content-range': `bytes */${blob.source.size}`,
      'content-length': 0,
    })
  }
  const { start, end } = range ?? { start: 0, end: blob.source.size }
  const headers = {
    'content-type': blob.contentType,
    'content-length': end - start,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${blob.source.size}` }),
  }
  const status = range ? 206 : 200
  if (event.method === 'HEAD') return sendEmpty(event, blob, status, headers)
  await blob.onStart?.()
  if (end - start > ONE_READ) return sendStream(event, blob, status, headers, { start, end })
  const data = await blob.source.read(start, end)
  // A length that is not kept would leave the client waiting for the rest.
  if (data.length !== end - start)
    throw new Error(`the blob ${blob.etag} is shorter than its ${blob.source.size} bytes`)
  writeHead(event, blob, status, headers)
  event.node.res.end(data)
}

/** What a request asks for. Ranges are defined for GET only (RFC 9110, 14.2). */
function rangeOf(event: H3Event, blob: SentBlob) {
  if (event.method !== 'GET' || !rangeStillHolds(getRequestHeader(event, 'if-range'), blob.etag)) return null
  return parseRange(getRequestHeader(event, 'range'), blob.source.size)
}

function sendEmpty(event: H3Event, blob: SentBlob, status: number, headers: OutgoingHttpHeaders = {}): void {
  writeHead(event, blob, status, headers)
  event.node.res.end()
}

async function sendStream(
  event: H3Event,
  blob: SentBlob,
  status: number,
  headers: OutgoingHttpHeaders,
  range: ByteRange,
): Promise<void> {
  const body = blob.source.stream(range)
  // The first bytes come before the head: a blob that is gone can still be answered as such.
  await once(body, 'readable')
  try {
    writeHead(event, blob, status, headers)
    await pipeline(body, event.node.res)
  } catch (error) {
    body.destroy()
    if (!isGone(error)) throw error
  }
}

function writeHead(event: H3Event, blob: SentBlob, status: number, headers: OutgoingHttpHeaders): void {
  event.node.res.writeHead(status, {
    ...inertHeaders,
    ...blob.headers,
    'etag': blob.etag,
    'accept-ranges': 'bytes',
    ...headers,
  })
  // h3 must not answer a second time.
  event._handled = true
}

/** The client went away: its right, and nobody is left to tell. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    [
      'ERR_STREAM_PREMATURE_CLOSE',
      'ERR_STREAM_UNABLE_TO_PIPE',
      'ERR_STREAM_DESTROYED',
      'ECONNRESET',
      'EPIPE',
    ].includes(String(error.code))
  )
}
