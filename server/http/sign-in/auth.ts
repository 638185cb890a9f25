import { AsyncLocalStorage } from 'node:async_hooks'
import { STATUS_CODES } from 'node:http'
import { defineEventHandler, sendWebResponse, type H3Event } from 'h3'
import { errorStatus, type ErrorEnvelope } from '#shared/contract/kit/errors'
import { AppError, ruleOf } from '#shared/errors'
import { auth } from '~~/server/sign-in/auth'
import { findAuthEndpoint, type AuthEndpoint } from '~~/server/sign-in/auth-endpoints'
import { consumeRateLimit } from '~~/server/limits/rate-limit'
import { humanOf } from '~~/server/sign-in/session'
import { settings } from '~~/server/settings'
import { readForm, readJson } from '../bodies/body'
import { headersOf, isFromOwnPage } from '../caller'
import { clientAddress } from '../client'
import { endpointNotFound, envelopeOf, sendError } from '../errors'
import { passkeyError } from './passkey-errors'
import { requestIdOf } from '../request-id'

/**
 * Handles sign-up, sign-in, sign-out and the device flow with the authentication library, at the endpoints of
 * `server/sign-in/auth-endpoints.ts`. Applies rate limits to requests that contain credentials. Errors are
 * sent in the error envelope.
 */
export const handleAuth = defineEventHandler(async event => {
  // Only the path and the query of the URL come from the request, because the Host header is not trusted.
  const url = new URL(event.path, settings().publicUrl)
  const endpoint = findAuthEndpoint(url.pathname)
  if (!endpoint) return sendError(event, endpointNotFound())
  try {
    return await sendWebResponse(event, await responseOf(event, url, endpoint))
  } catch (error) {
    if (endpoint.isDeviceFlow && error instanceof AppError && isMalformed(error))
      return sendWebResponse(
        event,
        errorResponse(withStandardFields(envelopeOf(error, requestIdOf(event.node.res)))),
      )
    return sendError(event, error)
  }
})

/**
 * Returns the response to a request for an endpoint of the authentication library. Throws the errors of this
 * server, and unexpected failures of the library.
 */
async function responseOf(event: H3Event, url: URL, endpoint: AuthEndpoint): Promise<Response> {
  if (methodOf(event) !== endpoint.method) throw endpointNotFound()
  await consumeRateLimit(endpoint.rateLimit, clientAddress(event))
  const { request, body } = await requestOf(event, url, endpoint)
  // Reading the session throws if the person is suspended.
  if (endpoint.usesSession) await humanOf(headersOf(event))
  const handle = () => auth().handler(request)
  const response = await (endpoint.run?.(handle, body) ?? handle())
  const { afterResponse } = endpoint
  if (afterResponse && response.ok)
    event.node.res.once(
      'close',
      AsyncLocalStorage.bind(() => void afterResponse(auth(), body)),
    )
  if (response.status < 400) return response
  const envelope = await envelopeFor(event, response, endpoint)
  // A failure of the authentication library is thrown, so that it is logged like failures of other
  // operations.
  if (envelope.statusCode >= 500) throw new Error(envelope.data.message)
  return errorResponse(endpoint.isDeviceFlow ? withStandardFields(envelope) : envelope)
}

const errorResponse = (envelope: ErrorEnvelope) =>
  new Response(JSON.stringify(envelope), {
    status: envelope.statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })

/** Returns whether an error means that the body of a request is not a form or JSON of the endpoint. */
const isMalformed = ({ status }: AppError) => status === 400 || status === 415

/** Adds the error fields of the device flow (RFC 8628, 3.5) to an error envelope. */
const withStandardFields = (envelope: ErrorEnvelope) => ({
  error: envelope.data.error,
  error_description: envelope.data.message,
  ...envelope,
})

/**
 * Returns the method of the request for the authentication library. A HEAD request becomes a GET request,
 * because Node.js omits the body of its response. Throws `method_not_allowed` for other methods.
 */
function methodOf(event: H3Event): 'GET' | 'POST' {
  if (event.method === 'POST') return 'POST'
  if (event.method === 'GET' || event.method === 'HEAD') return 'GET'
  throw new AppError('method_not_allowed', {
    message: `${event.method} is not allowed here.`,
    allow: ['GET', 'HEAD', 'POST'],
  })
}

type Body = Record<string, unknown>

/**
 * Returns the request for the authentication library, and the fields of its body. The library gets the parsed
 * fields as JSON, not the bytes from the client. If the library parsed the bytes itself, it could find
 * another email than this server (for example after a byte order mark), and the sign-in would evade the delay
 * for this email. The token endpoint of the library accepts only JSON.
 */
async function requestOf(
  event: H3Event,
  url: URL,
  { method, acceptsForms }: AuthEndpoint,
): Promise<{ request: Request; body: Body }> {
  const headers = originHeaders(event)
  if (method === 'GET') return { request: new Request(url, { headers }), body: {} }
  const isForm = headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const body = isForm && acceptsForms ? await readForm(event) : await readJson(event)
  headers.delete('content-length')
  if (!body) return { request: new Request(url, { method, headers }), body: {} }
  headers.set('content-type', 'application/json')
  return { request: new Request(url, { method, headers, body: JSON.stringify(body) }), body }
}

/**
 * Returns the headers for the authentication library. The library accepts only the public origin. It requires
 * an Origin header from browsers, and it treats the fetch of Node.js like a browser. So the Origin is set to
 * the public origin if a request comes from a page of this server or from a client that is not a browser. The
 * Host header never determines where the library redirects to.
 */
function originHeaders(event: H3Event): Headers {
  const headers = headersOf(event)
  if (isFromOwnPage(headers)) headers.set('origin', new URL(settings().publicUrl).origin)
  return headers
}

const fields: Record<string, string> = {
  INVALID_EMAIL: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  INVALID_EMAIL_OR_PASSWORD: 'password',
}

/**
 * Converts an error of the authentication library to an error envelope, or throws the server's error that
 * replaces it.
 */
async function envelopeFor(
  event: H3Event,
  response: Response,
  { isDeviceFlow }: AuthEndpoint,
): Promise<ErrorEnvelope> {
  const given = (await response.json().catch(() => ({}))) as {
    code?: string
    message?: string
    error?: string
    error_description?: string
  }
  const known = passkeyError(given.code)
  if (known) throw known
  const { code, error = codeOf(code, response.status) } = given
  // For a malformed request, the standard requires the status 400 (RFC 6749, 5.2).
  const statusCode =
    code === 'VALIDATION_ERROR' && !isDeviceFlow ? errorStatus.invalid_request : response.status
  const statusMessage = STATUS_CODES[statusCode] ?? 'Error'
  const { field, message } = firstFault(given.error_description ?? given.message ?? statusMessage)
  return {
    statusCode,
    statusMessage,
    data: {
      error,
      message,
      hint: null,
      field: fields[code ?? ''] ?? field,
      requestId: requestIdOf(event.node.res),
    },
  }
}

function codeOf(code: string | undefined, status: number): string {
  if (code === 'VALIDATION_ERROR') return 'invalid_request'
  return code?.toLowerCase() ?? (status === 404 ? 'not_found' : 'bad_request')
}

/**
 * Returns the first validation error in a message of the authentication library, in the format of this
 * server's errors. A message is, for example, "[body.email] Invalid input: …; [body.password] …". Messages of
 * this server's own checks already begin with the field.
 */
function firstFault(message: string): { field: string | null; message: string } {
  const [, own] = /^"(\w+)" /.exec(message) ?? []
  if (own) return { field: own, message }
  const [, field, fault = ''] = /^\[(?:body|query)\.([\w.]+)\] ([^;]*)/.exec(message) ?? []
  return field === undefined ? { field: null, message } : { field, message: `"${field}" ${ruleOf(fault)}.` }
}
