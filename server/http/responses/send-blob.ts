import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { H3Event } from 'h3'
import { AppError } from '#shared/errors'
import { ONE_PIECE_BYTES, type ByteSource } from '~~/server/bytes/byte-source'
import { metrics } from '~~/server/metrics'
import { contentDisposition } from './content-disposition'
import { envelopeOf } from '../errors'
import { inertHeaders } from './inert-headers'
import { sendFromFile } from '../node/send-from-file'
import { endWhenStalled } from '../node/stalled-client'
import { sendRedirect, type Redirectable } from './send-redirect'
import { ifRangeMatches, matchesEtag, parseRange } from './ranges'
import { isHead, requestHeader } from '../request-header'
import { requestIdOf } from '../request-id'

export interface SentBlob {
  source: ByteSource
  /** A strong entity tag, including its quotes. */
  etag: string
  contentType: string
  headers: Record<string, string>
  /** Called when the first bytes of a 200 or 206 response have been read. If it throws, nothing is sent. */
  onStart?: () => Promise<void>
}

/** The result of an operation that responds with bytes. */
interface NamedBytes extends Redirectable {
  source: ByteSource
  cacheControl: string
  headers?: Record<string, string>
  onStart?: () => Promise<void>
  onUnreadable?: (error: unknown) => Promise<NamedBytes>
}

/**
 * Sends the bytes of a result under their file name. If the bytes cannot be read, sends the replacement that
 * the result provides. If the same bytes have a URL at the blob store and the request can follow a redirect,
 * redirects to this URL.
 */
export async function sendServed(event: H3Event, served: NamedBytes): Promise<void> {
  try {
    if (!(await sendRedirect(event, served))) await sendNamed(event, served)
  } catch (error) {
    if (event.handled || !served.onUnreadable) throw error
    await sendServed(event, await served.onUnreadable(error))
  }
}

function sendNamed(event: H3Event, served: NamedBytes): Promise<void> {
  return sendBlob(event, {
    source: served.source,
    etag: `"${served.tag}"`,
    contentType: served.mime,
    headers: {
      ...served.headers,
      'cache-control': served.cacheControl,
      'content-disposition': contentDisposition(served.disposition, served.fileName),
    },
    onStart: served.onStart,
  })
}

/**
 * Sends bytes in response to GET or HEAD, with the status 200, 206, 304 or 416 (RFC 9110, 13 to 15). If the
 * client disconnects, the file is closed. If the client stops receiving, it occupies a little memory, for at
 * most a minute. Throws before anything is sent if the blob cannot be read. If reading fails later, throws
 * and closes the connection.
 */
export async function sendBlob(event: H3Event, blob: SentBlob): Promise<void> {
  if (matchesEtag(requestHeader(event, 'if-none-match'), blob.etag)) return sendEmpty(event, blob, 304)
  const requested = rangeOf(event, blob)
  if (requested === 'unsatisfiable') return sendUnsatisfiable(event, blob)
  const { start, end } = requested ?? { start: 0, end: blob.source.size }
  const headers = {
    'content-type': blob.contentType,
    'content-length': end - start,
    ...(requested && { 'content-range': `bytes ${start}-${end - 1}/${blob.source.size}` }),
  }
  const status = requested ? 206 : 200
  if (isHead(event)) return sendEmpty(event, blob, status, headers)
  const range = { start, end }
  const begin = async () => {
    await blob.onStart?.()
    endWhenStalled(event.node.res)
    writeHead(event, blob, status, headers)
  }
  const { source } = blob
  const reader = end > start ? await source.openReader?.() : undefined
  if (reader) return countSent(event, () => sendFromFile(reader, event.node.res, range, begin))
  if (end - start > ONE_PIECE_BYTES) return sendStream(event, source.stream(range), begin)
  const data = await source.read(start, end)
  // Throws if the body would be shorter than its Content-Length: the client would wait for the rest.
  if (data.length !== end - start)
    throw new Error(`the blob ${blob.etag} is shorter than its ${source.size} bytes`)
  await begin()
  event.node.res.end(data)
  metrics.evidenceBytes('sent', data.length)
}

/**
 * Returns the range of bytes that a request asks for. Only GET requests can ask for a range (RFC 9110, 14.2).
 */
function rangeOf(event: H3Event, blob: SentBlob) {
  if (isHead(event) || !ifRangeMatches(requestHeader(event, 'if-range'), blob.etag)) return null
  return parseRange(requestHeader(event, 'range'), blob.source.size)
}

/**
 * Sends the error for a range that begins after the last byte. The response includes the headers of the file.
 */
function sendUnsatisfiable(event: H3Event, blob: SentBlob): void {
  const { size } = blob.source
  const error = new AppError('range_not_satisfiable', {
    message: `The file has ${size} bytes: it ends before the range begins.`,
    hint: 'Request a range within it, or leave out the Range header.',
  })
  const body = JSON.stringify(envelopeOf(error, requestIdOf(event.node.res)))
  writeHead(event, blob, error.status, {
    // Without this header, caches would store the error for as long as they may store the bytes.
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-disposition': 'inline',
    'content-range': `bytes */${size}`,
    'content-length': Buffer.byteLength(body),
  })
  event.node.res.end(body)
}

function sendEmpty(event: H3Event, blob: SentBlob, status: number, headers: OutgoingHttpHeaders = {}): void {
  writeHead(event, blob, status, headers)
  event.node.res.end()
}

async function sendStream(event: H3Event, body: Readable, begin: () => Promise<void>): Promise<void> {
  // The head is written after the first bytes have arrived, so that a missing blob can still become an error
  // response.
  await once(body, 'readable')
  let failure: Error | undefined
  body.once('error', error => {
    failure = error
  })
  await countSent(event, async () => {
    try {
      await begin()
      await pipeline(body, event.node.res)
    } catch (error) {
      body.destroy()
      // If reading failed while `begin` was running, the body was not piped to the response, so the response
      // must be closed here.
      if (failure) event.node.res.destroy()
      if (failure || !isDisconnect(error)) throw failure ?? error
    }
  })
}

/** Runs a function, and counts the bytes that it sends to the client. */
async function countSent(event: H3Event, send: () => Promise<unknown>): Promise<void> {
  const { socket } = event.node.req
  const sentBefore = socket.bytesWritten
  await send().finally(() => metrics.evidenceBytes('sent', socket.bytesWritten - sentBefore))
}

function writeHead(event: H3Event, blob: SentBlob, status: number, headers: OutgoingHttpHeaders): void {
  event.node.res.writeHead(status, {
    ...inertHeaders,
    ...blob.headers,
    'etag': blob.etag,
    'accept-ranges': 'bytes',
    ...headers,
  })
}

const disconnectCodes = [
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_DESTROYED',
  'ECONNRESET',
  'EPIPE',
]

/** Returns whether an error means that the client disconnected. This is not treated as a failure. */
export function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && disconnectCodes.includes(String(error.code))
}
