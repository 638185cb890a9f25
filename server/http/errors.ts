import { STATUS_CODES } from 'node:http'
import { setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import { oauthStatus, type ErrorEnvelope } from '#shared/contract/kit/errors'
import type { Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { log } from '~~/server/process/log'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { findUnavailable } from '~~/server/errors/unavailable'
import { markHandled } from './node/mark-handled'
import { requestIdOf } from './request-id'
import { secretAddress } from './paths'

/**
 * The number of seconds after which a client can try again, if the database or the blob store did not
 * respond.
 */
const UNAVAILABLE_SECONDS = 5

/** Returns a thrown value as an AppError. An unexpected value becomes `internal_error` and is logged. */
function toAppError(thrown: unknown, event: H3Event, id: string): AppError {
  const known = findAppError(thrown)
  if (known) return known
  const code = codeOf(thrown)
  log.error(code === 'internal_error' ? 'unexpected failure' : code.replaceAll('_', ' '), {
    requestId: id,
    method: event.node.req.method,
    path: withoutSecrets(event.path),
    error: thrown,
  })
  const unavailable = findUnavailable(thrown)
  if (code !== 'unavailable' || !unavailable) return new AppError(code)
  const message = `The ${unavailable.service} of this server ${unavailable.problem}.`
  return new AppError(code, { message, retryAfter: UNAVAILABLE_SECONDS })
}

/**
 * Returns the AppError that was thrown or that is a cause of the thrown error; undefined if there is none.
 */
function findAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown
  return thrown instanceof Error ? findAppError(thrown.cause) : undefined
}

function codeOf(thrown: unknown) {
  if (isOutOfSpace(thrown)) return 'insufficient_storage'
  return findUnavailable(thrown) ? 'unavailable' : 'internal_error'
}

/** Returns whether an error of Node.js means that the client disconnected before its request was complete. */
function isAborted(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    thrown.message === 'aborted' &&
    'code' in thrown &&
    thrown.code === 'ECONNRESET'
  )
}

/** Returns the path of a request for the log. Tokens are removed, because some URLs contain a credential. */
function withoutSecrets(path: string): string {
  return (path.split('?')[0] ?? '').replace(secretAddress, '$1…')
}

/**
 * Sets the status and the headers for an error, and returns the body: the error envelope, or another format
 * if the operation declares one. The body is JSON even if the `Accept` header does not list JSON. Returns
 * undefined if the client has disconnected. If the response has already begun, closes the connection and
 * returns undefined.
 */
export function sendError(
  event: H3Event,
  thrown: unknown,
  { flatErrors, oauthErrors }: Partial<Pick<Operation, 'flatErrors' | 'oauthErrors'>> = {},
): string | undefined {
  if (isAborted(thrown)) {
    log.debug('the client disconnected', { method: event.node.req.method, path: withoutSecrets(event.path) })
    // Without this call, Nitro would try to respond on the closed connection, which fails.
    markHandled(event)
    event.node.res.destroy()
    return undefined
  }
  const id = requestIdOf(event.node.res)
  const error = toAppError(thrown, event, id)
  if (event.node.res.headersSent) {
    // A part of the response was already sent. The client notices the error because the connection closes
    // early.
    event.node.res.destroy()
    return undefined
  }
  setResponseStatus(event, oauthErrors ? oauthStatus(error.code) : error.status)
  setResponseHeader(event, 'content-type', 'application/json')
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'x-content-type-options', 'nosniff')
  if (error.retryAfter !== undefined) setResponseHeader(event, 'retry-after', error.retryAfter)
  if (error.allow) setResponseHeader(event, 'allow', error.allow.join(', '))
  if (error.status === 401) setResponseHeader(event, 'www-authenticate', 'Bearer realm="exhibit"')
  // The flat format has no field for the request id, so the hint contains it.
  if (flatErrors)
    return JSON.stringify({
      error: error.code,
      message: error.message,
      hint: error === thrown ? error.hint : `${error.hint} It is ${id}.`,
    })
  if (oauthErrors) return JSON.stringify(oauthErrorOf(error, id))
  return JSON.stringify(envelopeOf(error, id))
}

/**
 * Returns an error in the OAuth format (RFC 6749, 5.2). It also contains the fields of the error envelope.
 */
function oauthErrorOf(error: AppError, id: string) {
  const envelope = envelopeOf(error, id)
  const statusCode = oauthStatus(error.code)
  return {
    error: error.oauthError ?? (statusCode >= 500 ? 'server_error' : 'invalid_request'),
    error_description: [error.message, error.hint].filter(Boolean).join(' '),
    ...envelope,
    statusCode,
    statusMessage: STATUS_CODES[statusCode] ?? 'Error',
  }
}

/** Converts a thrown value to the data of an error response. Logs the value if it is unexpected. */
export function describeError(event: H3Event, thrown: unknown): ErrorEnvelope['data'] {
  const id = requestIdOf(event.node.res)
  return envelopeOf(toAppError(thrown, event, id), id).data
}

/** Returns the error envelope (the JSON body) for an error. The envelope contains the id of the request. */
export function envelopeOf(error: AppError, requestId: string): ErrorEnvelope {
  return {
    statusCode: error.status,
    statusMessage: STATUS_CODES[error.status] ?? 'Error',
    data: {
      error: error.code,
      message: error.message,
      hint: error.hint,
      field: error.field,
      ...error.quota,
      ...(error.reasons && { reasons: error.reasons }),
      ...(error.refused && { refused: error.refused }),
      requestId,
    },
  }
}

/** Returns the error for a path that has no route. */
export const endpointNotFound = (): AppError =>
  new AppError('not_found', { message: 'Endpoint not found.', hint: 'GET /v1 lists every endpoint.' })
