import { setImmediate } from 'node:timers/promises'
import { limits } from '#shared/contract/kit/limits'
import type { ForgeFetch } from '#shared/forge/forge'
import { jsonSizeOf } from '#shared/json-size'
import { OutgoingError, sendRequest } from '~~/server/outgoing/request'
import { settings } from '~~/server/settings'

/** Statuses whose responses have no body (RFC 9110). */
const BODILESS = [204, 205, 304]

let lastTurn: Promise<unknown> = Promise.resolve()

/** Waits for a turn of the event loop that no other response has: each takes milliseconds to read. */
const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => setImmediate()))

/**
 * Returns how requests to a forge are sent: to public hosts only, without following redirects, and all of
 * them within this many milliseconds. A forge may be anybody's: what it sends is measured before it is
 * parsed, and so is all of it together.
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

/** The headers that a forge's client reads. */
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
