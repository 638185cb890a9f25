import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import { envelopeOf } from '../errors'
import { newRequestId, REQUEST_ID, requestIdOf } from '../request-id'

/** The time in milliseconds within which a client must read the response and close the connection. */
const CLOSE_MS = 2 * SECOND

const responded = new WeakSet<Duplex>()

/**
 * Responds to a request that Node.js cannot parse: with 431 (RFC 6585, 5), 408 or 400 and the error envelope.
 * Then closes the connection. This is a listener of `clientError`. Node.js emits this event again for each
 * further chunk of the same request, but only the first event gets a response.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (responded.has(socket)) return
  responded.add(socket)
  // The response to the request that is running on this connection; it may already have begun. Node.js has no
  // public property for the response, but its documentation of `clientError` mentions this one. Read the
  // public property when there is one.
  const { _httpMessage: pending } = socket as Duplex & { _httpMessage?: ServerResponse }
  if (error.code === 'ECONNRESET' || !socket.writable || pending?.headersSent)
    return void socket.destroy(error)
  // The rest of the request is read, because closing a connection with unread data resets it, and the client
  // might then never get the response.
  socket.end(responseTo(error.code))
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Ends a request after an uncaught error; otherwise it would get no response. Responds with 500 and the error
 * envelope. If the response has already begun, closes the connection.
 */
export function respondToUncaught(response: ServerResponse): void {
  if (response.writableEnded) return
  if (response.headersSent) return void response.destroy()
  const { status, headers, body } = render(new AppError('internal_error'), requestIdOf(response))
  response.writeHead(status, headers).end(body)
}

/**
 * Responds 503 to a request that arrives before the server has started, for example while it applies
 * migrations. A browser gets a page that loads itself again.
 */
export function respondWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  const failure = new AppError('unavailable', {
    message: 'The server is starting.',
    reasons: ['starting'],
    retryAfter: STARTING_SECONDS,
  })
  const { status, headers, body } = render(failure, newRequestId())
  if (!request.headers.accept?.includes('text/html'))
    return void response.writeHead(status, headers).end(body)
  const type = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(startingPage),
  }
  response.writeHead(status, { ...headers, ...type }).end(startingPage)
}

/**
 * The number of seconds after which a client should send its request again, if the server is still starting.
 */
const STARTING_SECONDS = 5

const startingPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Exhibit is starting</title>
<meta http-equiv="refresh" content="${STARTING_SECONDS}"><meta name="color-scheme" content="light dark">
<p style="font: 15px system-ui; margin: 20vh auto; max-width: 30rem">Exhibit is starting. This page loads
itself again; after an update, that may take some minutes.</p></html>
`

function responseTo(code: string | undefined): string {
  const { status, headers, body } = render(failureOf(code), newRequestId())
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}

function render(failure: AppError, id: string) {
  const body = JSON.stringify(envelopeOf(failure, id))
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [REQUEST_ID]: id,
    'connection': 'close',
    ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
  }
  return { status: failure.status, headers, body }
}

function failureOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', { message: 'The request line and headers are too large.' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', { message: 'The request headers did not arrive in time.' })
  return new AppError('bad_request', {
    message: 'This is not a valid HTTP request.',
    hint: 'Check the request line and the headers.',
  })
}
