import { GrowingBuffer } from '../bytes/growing-buffer'
import { SECOND } from '#shared/time'

/** The time limit of a request, with the whole response, in milliseconds. */
const TIMEOUT_MS = 10 * SECOND
/** The maximum number of bytes of a response. The responses of providers have a few KiB. */
const MAX_BYTES = 256 * 1024

const nativeFetch = globalThis.fetch

/**
 * Sends a request to a sign-in provider with `fetch`, and reads the whole response. Throws if the response is
 * too long, or is not complete in time.
 */
export async function limitedFetch(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
  const response = await nativeFetch(input, { ...init, signal: AbortSignal.any(signals) })
  const { status, statusText, headers } = response
  return new Response(response.body && (await readLimited(response.body)), { status, statusText, headers })
}

async function readLimited(body: ReadableStream<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const held = new GrowingBuffer()
  // If the loop ends early, it cancels the body, which closes the connection.
  for await (const chunk of body) {
    if (held.length + chunk.length > MAX_BYTES)
      throw new Error('the sign-in provider sent too long a response')
    held.append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  }
  return Buffer.from(held.bytes())
}

/**
 * Makes every `fetch` of this process a {@link limitedFetch}. The authentication library reads the metadata,
 * keys, tokens and profiles of providers with the global function, without limits of size and without an
 * option for another function. No other part of the server uses `fetch`. Only for the start of the server:
 * other processes, such as tests, keep their `fetch`.
 */
export function limitFetch(): void {
  globalThis.fetch = (input, init) => limitedFetch(input, init)
}
