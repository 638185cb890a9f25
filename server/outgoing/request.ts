import { lookup as resolveName, type LookupAddress } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { GrowingBuffer } from '../bytes/growing-buffer'
import { isBlockedAddress } from './blocked-addresses'

/** The number of bytes that a response may have in addition to its body. */
const HEADER_BYTES = 64 * 1024

/** The reason why a request was not sent or got no response. The message is one sentence, for people. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The headers, with lower-case names. */
  headers: Record<string, string>
  /** The body; null for none. */
  body: string | null
  /**
   * The time limit in milliseconds for everything: resolving the name, connecting, sending and the response.
   */
  timeoutMs: number
  /** The largest number of bytes of the response that are read. */
  maxResponseBytes: number
  /** Whether private addresses are allowed. Link-local ones never are. */
  toPrivate: boolean
}

export interface OutgoingResponse {
  status: number
  headers: IncomingMessage['headers']
  /** The beginning of the body, as UTF-8. */
  body: string
  /** Whether the body has more than `maxResponseBytes`, or takes twice as many bytes to transfer. */
  isTruncated: boolean
}

/**
 * Sends a request to an address that a person typed, which must belong to a public host: at a private
 * address, the request could reach services that only this server can (SSRF). Names are checked as they
 * resolve, for the connection that is made, so that a name cannot resolve to another address afterwards.
 * Follows no redirect; a 3xx is returned like other responses. Throws an {@link OutgoingError}.
 */
export async function sendRequest(url: URL, request: OutgoingRequest): Promise<OutgoingResponse> {
  assertAllowedHost(url, request.toPrivate)
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await send(url, request, signal)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      ...(await readStart(response, request.maxResponseBytes)),
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    if (signal.aborted)
      throw new OutgoingError(`The receiver did not respond within ${request.timeoutMs / 1000} seconds.`)
    throw new OutgoingError(describeFailure(error), { cause: error })
  }
}

/**
 * Throws an {@link OutgoingError} for an address whose host is a blocked IP address. {@link guardedLookup}
 * does not see such a host, because it is never looked up.
 */
export function assertAllowedHost({ hostname }: URL, toPrivate: boolean): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && isBlockedAddress(host, toPrivate)) throw blocked(host)
}

const blocked = (host: string) => new OutgoingError(`${host} is not a public address.`)

/** Resolves a name. Fails if any of its addresses is blocked. */
function guardedLookup(toPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
      const [first] = found
      if (error) return callback(error, [])
      if (!first || found.some(({ address }) => isBlockedAddress(address, toPrivate)))
        return callback(blocked(hostname), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

function send(url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request: open } = url.protocol === 'https:' ? https : http
  const sent: ClientRequest = open(url, {
    method: request.method,
    headers: {
      ...request.headers,
      ...(request.body !== null && { 'content-length': String(Buffer.byteLength(request.body)) }),
    },
    // A separate connection: a pooled one was checked for another name.
    agent: false,
    lookup: guardedLookup(request.toPrivate),
    signal,
  })
  sent.on('response', resolve)
  sent.on('error', reject)
  sent.end(request.body ?? undefined)
  return promise
}

/**
 * Reads the beginning of a body, then closes the connection. If the body is interrupted, returns the part
 * that arrived.
 */
async function readStart(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutgoingResponse, 'body' | 'isTruncated'>> {
  const held = new GrowingBuffer()
  let isTruncated = false
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      held.append(chunk)
      // Chunks of one byte take six times their bytes, and their time (RFC 9112, 7.1).
      const received = response.socket?.bytesRead ?? 0
      isTruncated = held.length > maxBytes || received > 2 * maxBytes + HEADER_BYTES
      if (isTruncated) break
    }
  } catch {
    // The status is known and decides.
  }
  response.destroy()
  return { body: held.bytes().subarray(0, maxBytes).toString('utf8'), isTruncated }
}

const failures: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is not signed by a known authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host.',
}

function describeFailure(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  return failures[code] ?? `The request failed (${code}).`
}
