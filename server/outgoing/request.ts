import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isBlockedAddress } from './blocked-addresses'
import { LimitedReading, type LimitedBody } from './limited-reading'
import { resolveHost } from './resolve-host'

/**
 * The number of responses with a status below 200 that are allowed before the final response. Servers send
 * none, or one each second while they work. Parsing an endless sequence of them would occupy the event loop.
 */
const MAX_INFORMATIONAL = 100

/** Thrown if a request was not sent, or if there was no response. The message is a sentence for people. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
}

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The request headers. Their names are in lower case. */
  headers: Record<string, string>
  /** The request body; null if there is none. */
  body: string | null
  /**
   * The time limit in milliseconds for the whole request: resolving the host name, connecting, sending the
   * request and receiving the response.
   */
  timeoutMs: number
  /** The largest number of bytes of the response that are read. */
  maxResponseBytes: number
  /** Whether private IP addresses are allowed. Link-local addresses are never allowed. */
  toPrivate: boolean
}

export interface OutgoingResponse {
  status: number
  headers: IncomingMessage['headers']
  /** The beginning of the response body, decoded as UTF-8. */
  body: string
  /**
   * Whether a part of the response body was not read: the body is longer than `maxResponseBytes`, its
   * transfer took more than about twice as many bytes, or it has very many chunks.
   */
  isTruncated: boolean
}

/**
 * Sends a request to a URL that a person entered. Rejects a host that is not public, because a request to a
 * private IP address could reach services that only this server can reach (SSRF). The IP addresses of a host
 * name are checked when the name is resolved for the connection, so that the name cannot resolve to another
 * address after the check. Redirects are not followed: a 3xx response is returned like other responses.
 * Throws an {@link OutgoingError} if the request was not sent or if there is no response.
 */
export async function sendRequest(url: URL, request: OutgoingRequest): Promise<OutgoingResponse> {
  assertAllowedHost(url, request.toPrivate)
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const { response, body } = await send(url, request, signal)
    return { status: response.statusCode ?? 0, headers: response.headers, ...(await body) }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    if (signal.aborted)
      throw new OutgoingError(`The receiver did not respond within ${request.timeoutMs / 1000} seconds.`)
    throw new OutgoingError(describeFailure(error), { cause: error })
  }
}

/**
 * Throws an {@link OutgoingError} if the host of a URL is a blocked IP address. {@link guardedLookup} cannot
 * check this, because it is called only for host names.
 */
export function assertAllowedHost({ hostname }: URL, toPrivate: boolean): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && isBlockedAddress(host, toPrivate)) throw blocked(host)
}

const blocked = (host: string) => new OutgoingError(`${host} is not a public address.`)

/**
 * Returns a function that resolves a host name. It fails if any of the IP addresses of the host is blocked.
 */
function guardedLookup(toPrivate: boolean, signal: AbortSignal): LookupFunction {
  return (hostname, options, callback) => {
    void resolveHost(hostname, signal).then(
      found => {
        const [first] = found
        if (!first || found.some(({ address }) => isBlockedAddress(address, toPrivate)))
          return callback(blocked(hostname), [])
        if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

interface Started {
  response: IncomingMessage
  body: Promise<LimitedBody>
}

function send(url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<Started> {
  const { promise, resolve, reject } = Promise.withResolvers<Started>()
  const { request: open } = url.protocol === 'https:' ? https : http
  const sent: ClientRequest = open(url, {
    method: request.method,
    headers: {
      ...request.headers,
      ...(request.body !== null && { 'content-length': String(Buffer.byteLength(request.body)) }),
    },
    // The connection is not reused: the address of an open connection may have been checked for another host
    // name.
    agent: false,
    lookup: guardedLookup(request.toPrivate, signal),
    signal,
  })
  const refuse = (message: string) => {
    reject(new OutgoingError(message))
    sent.destroy()
  }
  const reading = new LimitedReading(request.maxResponseBytes, () =>
    refuse('The receiver sent too much before its final response.'),
  )
  sent.on('socket', socket => reading.watch(socket))
  sent.on('response', response => resolve({ response, body: reading.read(response) }))
  // A response with the status 101 ends HTTP on the connection, and Node.js reports it by this event alone.
  sent.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new OutgoingError('The receiver switched to another protocol (101), which no request asked for.'))
  })
  let informational = 0
  sent.on('information', () => {
    informational += 1
    if (informational === MAX_INFORMATIONAL + 1)
      refuse('The receiver sent no final response, but many with a status below 200.')
  })
  sent.on('error', reject)
  // Rejects the promise if the connection closes and none of the events above has settled it. Node.js may end
  // a request without such an event, or in the middle of the response.
  sent.on('close', () => reject(new OutgoingError('The receiver closed the connection.')))
  signal.addEventListener('abort', () => reject(signal.reason as Error))
  sent.end(request.body ?? undefined)
  return promise
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

/**
 * Returns a sentence for the error of a connection. If all addresses of a host failed, it is about the last
 * one: the first ones are of IPv6, which many networks do not have.
 */
export function describeFailure(error: unknown): string {
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error
  const { code = 'unknown error' } = last as NodeJS.ErrnoException
  return failures[code] ?? `The request failed (${code}).`
}
