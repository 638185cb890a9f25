import { getRequestHeader, type H3Event } from 'h3'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { MINUTE } from '#shared/time'

/** Node's own limit on the time of a request is off, for the sake of uploads: this one stands in for it. */
const COMPLETE_MS = MINUTE

/**
 * The JSON object of a request; undefined when there is no body. Throws `unsupported_media_type`,
 * `too_large`, or `bad_request` for what is not JSON or not an object.
 */
export async function readJson(event: H3Event): Promise<Record<string, unknown> | undefined> {
  const text = (await readText(event)).trim()
  if (text === '') return undefined
  const type = getRequestHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && !type?.endsWith('+json'))
    throw new AppError('unsupported_media_type', {
      message: `The body is ${type || 'of no stated type'}, not application/json.`,
    })
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
 * The body of a request as text. Throws `too_large`; a sender that is not done within a minute is cut off.
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
    COMPLETE_MS,
  )
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.jsonBytes)
        throw new AppError('too_large', {
          message: `The body exceeds ${limits.jsonBytes} bytes.`,
          hint: 'Send bytes of evidence to the upload address, not in JSON.',
        })
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(deadline)
  }
  return Buffer.concat(chunks).toString('utf8')
}
