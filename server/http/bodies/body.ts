import { PassThrough, type Readable } from 'node:stream'
import type { H3Event } from 'h3'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { MINUTE } from '#shared/time'
import { GrowingBuffer } from '~~/server/bytes/growing-buffer'
import { parseJsonInTurn } from '~~/server/bytes/json-object'
import { clientAddress } from '../client'
import { requestHeader } from '../request-header'
import { countLargeBody } from '../shares'

/**
 * The time in milliseconds within which a body must arrive. It replaces the request timeout of Node.js, which
 * is disabled because uploads take longer.
 */
const BODY_TIMEOUT_MS = MINUTE

/**
 * The minimum speed of an upload, in bytes per minute. A slower client would occupy a connection for too
 * long.
 */
const MINIMUM_RATE = 64 * 1024

/**
 * The size in bytes above which a body counts toward the limit of large bodies in memory. Most bodies are
 * smaller.
 */
const LARGE_TEXT_BYTES = 64 * 1024

/** The maximum number of received bytes that are buffered until they are read. */
const CHUNK_BYTES = 256 * 1024

/** The limits of most JSON bodies. */
const jsonLimits = { bytes: limits.jsonBytes, values: limits.jsonValues }

/**
 * Returns the JSON object in the body of a request; undefined if there is no body. Parses it with {@link
 * parseJsonInTurn}. Throws `unsupported_media_type` if the Content-Type is not JSON, `too_large` if the body
 * exceeds the limit of JSON bodies, and `bad_request` if the body is not a JSON object.
 */
export async function readJson(
  event: H3Event,
  { bytes, values }: { bytes: number; values: number } = jsonLimits,
): Promise<Record<string, unknown> | undefined> {
  const text = (await readText(event, bytes)).trim()
  if (text === '') return undefined
  const type = requestHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && !type?.endsWith('+json'))
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not application/json.`,
    })
  return parseJsonInTurn(text, values, 'The body')
}

/**
 * Returns the fields of a form (application/x-www-form-urlencoded). Throws `unsupported_media_type` if the
 * body has another type, `too_large` if it exceeds the limit of JSON bodies, and `bad_request` if a field is
 * repeated (RFC 6749, 3.2) or there are too many fields.
 */
export async function readForm(event: H3Event): Promise<Record<string, string>> {
  const type = requestHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not application/x-www-form-urlencoded.`,
      hint: 'Send the fields as a form.',
    })
  return parseForm(await readText(event))
}

/**
 * Parses the text of a form and returns its fields. Throws `bad_request` if a field is repeated or there are
 * too many fields.
 */
function parseForm(text: string): Record<string, string> {
  // The number of fields is checked before parsing, because parsing a hundred thousand fields takes seconds.
  if (text.split('&', limits.formFields + 1).length > limits.formFields)
    throw new AppError('bad_request', {
      message: `The form has more than ${limits.formFields} fields.`,
      hint: 'Send the documented fields only.',
    })
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name))
      throw new AppError('bad_request', {
        message: `"${name}" is repeated.`,
        hint: 'Send each field once.',
        field: name,
      })
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/**
 * Returns the body of a request as text. Throws `too_large` if the body exceeds the limit of JSON bodies, and
 * then discards the unread part, so that the connection can be reused. Throws `rate_limited` if one client
 * sends too many large bodies at the same time. Closes the connection if the body takes longer than a minute.
 */
export async function readText(event: H3Event, maxBytes: number = limits.jsonBytes): Promise<string> {
  const { req } = event.node
  const deadline = setTimeout(
    () =>
      req.destroy(
        new AppError('bad_request', {
          message: 'The body did not arrive in time.',
          hint: 'Send the request again.',
        }),
      ),
    BODY_TIMEOUT_MS,
  )
  const held = new GrowingBuffer()
  let end: (() => void) | undefined
  req.once('close', () => clearTimeout(deadline))
  try {
    // With the default option, a `throw` in this loop would destroy the request: its connection would stay
    // open, but nothing would read from it.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (held.length + chunk.length > maxBytes)
        throw new AppError('too_large', {
          message: `The body exceeds ${maxBytes} bytes.`,
          hint: 'Send bytes of evidence to the upload address, not in JSON.',
        })
      held.append(chunk)
      if (held.length > LARGE_TEXT_BYTES) end ??= countLargeBody(clientAddress(event))
    }
    clearTimeout(deadline)
  } finally {
    end?.()
    req.resume()
  }
  return held.bytes().toString('utf8')
}

/**
 * Returns the body of a request as a stream with backpressure, and the length that the Content-Length header
 * states. Closes the connection if less than the minimum number of bytes arrives in a minute, or if the whole
 * body takes longer than `withinMs` milliseconds. Bytes that were not read before the response are discarded,
 * so that the connection can be reused.
 */
export function requestBytes(
  event: H3Event,
  withinMs?: number,
): { stream: Readable; contentLength: number | undefined } {
  const { req, res } = event.node
  // The stream is separate from the request. If the request itself were destroyed, its connection would stop
  // in the middle of the body.
  const stream = new PassThrough({ highWaterMark: CHUNK_BYTES })
  req.pipe(stream)
  // The client may disconnect before the stream is read. This listener prevents an uncaught error; a later
  // reader of the stream still gets the error.
  stream.on('error', () => {})
  const header = requestHeader(event, 'content-length')
  const body = { stream, contentLength: header === undefined ? undefined : Number(header) }
  if (req.destroyed) {
    // The client disconnected before this call, so the request emits no further events.
    stream.destroy(req.errored ?? new AppError('request_timeout', { message: 'The body did not arrive.' }))
    return body
  }
  req.once('error', error => stream.destroy(error))
  stream.once('close', () => req.unpipe(stream).resume())
  res.once('finish', () => stream.destroy())
  // The error for a body that arrives too slowly is not logged, because the client causes it.
  const cutOff = () =>
    req.destroy(new AppError('request_timeout', { message: 'The body arrived too slowly.' }))
  let before = req.socket.bytesRead
  const watch = setInterval(() => {
    const { bytesRead } = req.socket
    if (bytesRead - before < MINIMUM_RATE) cutOff()
    before = bytesRead
  }, MINUTE)
  const deadline = withinMs === undefined ? undefined : setTimeout(cutOff, withinMs)
  req.once('close', () => {
    clearInterval(watch)
    clearTimeout(deadline)
  })
  return body
}
