import { PassThrough, type Readable } from 'node:stream'
import type { H3Event } from 'h3'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { MINUTE } from '#shared/time'
import { requestHeader } from '../request-header'

/** The time in which a body must arrive. Node's own request timeout is off, because uploads take longer. */
const BODY_TIMEOUT_MS = MINUTE

/**
 * The lowest speed of an upload, in bytes a minute. A slower sender occupies a connection without using it.
 */
const MINIMUM_RATE = 64 * 1024

/** Bytes that arrive ahead of what reads them. */
const CHUNK_BYTES = 256 * 1024

/**
 * Returns the JSON object of a request; undefined without a body. Throws `unsupported_media_type`,
 * `too_large`, or `bad_request` for a body that is not JSON or not an object.
 */
export async function readJson(event: H3Event): Promise<Record<string, unknown> | undefined> {
  const text = (await readText(event)).trim()
  if (text === '') return undefined
  const type = requestHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && !type?.endsWith('+json'))
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not application/json.`,
    })
  requireFlatJson(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('bad_request', {
      message: `The body is not valid JSON: ${(error as Error).message}`,
      hint: 'Send one JSON object.',
      cause: error,
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('bad_request', {
      message: 'The body is not a JSON object.',
      hint: 'Send one JSON object, such as {"title": "…"}.',
    })
  return value as Record<string, unknown>
}

/**
 * Throws `bad_request` for JSON that nests objects and arrays too deeply, since what reads it later is
 * recursive, where `JSON.parse` is not; and for JSON of too many values, each of which the schemas check: a
 * hundred thousand take seconds.
 */
export function requireFlatJson(text: string): void {
  let depth = 0
  let commas = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (inString) {
      if (character === '\\') i++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    else if (character === ',') commas++
    if (depth > limits.jsonDepth)
      throw new AppError('bad_request', {
        message: `The body nests objects and arrays more than ${limits.jsonDepth} deep.`,
        hint: 'Send one JSON object as the documentation describes it.',
      })
  }
  if (commas >= limits.jsonValues)
    throw new AppError('bad_request', {
      message: `The body has more than ${limits.jsonValues} values.`,
      hint: 'Send one JSON object as the documentation describes it.',
    })
}

/**
 * Returns the fields of a form. Throws `unsupported_media_type`, `too_large`, and `bad_request` for a field
 * that is repeated (RFC 6749, 3.2).
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

/** Returns the fields of the text of a form. Throws `bad_request` for a repeated field, and for too many. */
export function parseForm(text: string): Record<string, string> {
  // Before it is parsed: a hundred thousand fields take seconds.
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
 * Returns the body of a request as text. Throws `too_large`; the rest of such a body is dropped, so that the
 * connection can be used again. Cuts off a sender that takes longer than a minute.
 */
export async function readText(event: H3Event): Promise<string> {
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
  const chunks: Buffer[] = []
  let size = 0
  req.once('close', () => clearTimeout(deadline))
  try {
    // Destroying the request would leave its connection open without reading from it.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.jsonBytes)
        throw new AppError('too_large', {
          message: `The body exceeds ${limits.jsonBytes} bytes.`,
          hint: 'Send bytes of evidence to the upload address, not in JSON.',
        })
      chunks.push(chunk)
    }
    clearTimeout(deadline)
  } finally {
    req.resume()
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Returns the body of a request as a stream with backpressure, and its stated length in bytes. Cuts off a
 * sender that sends less than the minimum rate for a minute. What is not read before the response is dropped,
 * so that the connection can be used again.
 */
export function requestBytes(event: H3Event): { stream: Readable; contentLength: number | undefined } {
  const { req, res } = event.node
  // Destroying the request itself would stop its connection in the middle of the body.
  const stream = new PassThrough({ highWaterMark: CHUNK_BYTES })
  req.pipe(stream)
  req.once('error', error => stream.destroy(error))
  stream.once('close', () => req.unpipe(stream).resume())
  res.once('finish', () => stream.destroy())
  let before = req.socket.bytesRead
  const watch = setInterval(() => {
    const { bytesRead } = req.socket
    // Not logged: it is the fault of the sender.
    if (bytesRead - before < MINIMUM_RATE)
      req.destroy(new AppError('request_timeout', { message: 'The body arrived too slowly.' }))
    before = bytesRead
  }, MINUTE)
  req.once('close', () => clearInterval(watch))
  const header = requestHeader(event, 'content-length')
  return { stream, contentLength: header === undefined ? undefined : Number(header) }
}
