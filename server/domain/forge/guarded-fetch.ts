import { setImmediate } from 'node:timers/promises'
import { limits } from '#shared/contract/kit/limits'
import type { ForgeFetch } from '#shared/forge/forge'
import { jsonSizeOf } from '#shared/json-size'
import { OutgoingError, sendRequest } from '~~/server/outgoing/request'
import { settings } from '~~/server/settings'

/** The HTTP statuses whose responses have no body (RFC 9110). */
const BODILESS = [204, 205, 304]

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Waits until a turn of the event loop in which no other response is parsed. Parsing a response takes
 * milliseconds, so other work can run between two responses.
 */
const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => setImmediate()))

/**
 * Returns a fetch function for a forge. It sends requests only to public hosts and follows no redirects. All
 * requests together must end within `timeoutMs` milliseconds. Anyone may operate the forge, so the size of
 * each response and of all responses together is limited before a response is parsed.
 */
export function guardedFetch(timeoutMs: number): ForgeFetch {
  const deadline = Date.now() + timeoutMs
  const left = { bytes: limits.forgeTotalBytes, values: limits.forgeTotalValues }
  return async (url, { method, headers, body }) => {
    const remaining = deadline - Date.now()
    if (remaining <= 0) throw new OutgoingError('The forge takes too long to respond.')
    const response = await sendRequest(new URL(url), {
      method,
      headers,
      body: body ?? null,
      timeoutMs: Math.min(remaining, limits.forgeRequestMs),
      maxResponseBytes: Math.min(left.bytes, limits.forgeResponseBytes),
      toPrivate: settings().forgesToPrivate,
    })
    if (response.isTruncated) throw new OutgoingError('The response is too long.')
    await ownTurn()
    left.bytes -= Buffer.byteLength(response.body)
    const { depth, values } = jsonSizeOf(response.body)
    left.values -= values
    if (depth > limits.jsonDepth || values > limits.forgeResponseValues || left.values < 0)
      throw new OutgoingError('The response has too many values.')
    return new Response(BODILESS.includes(response.status) ? null : response.body, {
      status: response.status,
      headers: headersOf(response.headers),
    })
  }
}

/** Returns the response headers that the forge client uses. */
function headersOf(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const name of [
    'link',
    'retry-after',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit-reset',
  ]) {
    const value = received[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}
