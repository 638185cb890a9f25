import { AsyncLocalStorage } from 'node:async_hooks'
import { STATUS_CODES } from 'node:http'
import { defineEventHandler, sendWebResponse, type H3Event } from 'h3'
import { errorStatus, type ErrorEnvelope } from '#shared/contract/kit/errors'
import { AppError, ruleOf } from '#shared/errors'
import { auth, mailPasswordReset } from '~~/server/sign-in/auth'
import { runPasskeyChange } from '~~/server/sign-in/passkeys'
import { consumeRateLimit, rateLimited, type RateLimit } from '~~/server/limits/rate-limit'
import { humanOf } from '~~/server/access/session'
import { accountKey, beginAttempt, clearFailures, withdrawAttempt } from '~~/server/limits/sign-in-delays'
import { isFirstSignUp, runSignUp } from '~~/server/sign-in/sign-up-rules'
import { metrics } from '~~/server/metrics'
import { settings } from '~~/server/settings'
import { readForm, readJson } from '../bodies/body'
import { headersOf, isFromOwnPage } from '../caller'
import { clientAddress } from '../client'
import { sendError } from '../errors'
import { passkeyError } from './passkey-errors'
import { requestIdOf } from '../request-id'

/**
 * Returns whether a path is part of the device flow (RFC 8628). Errors of the device flow have the fields of
 * the standard in addition to those of the error envelope.
 */
const isDeviceFlow = (path: string) => path.startsWith('/api/auth/device')

/** Returns whether sign-in providers redirect people to a path after the sign-in. */
const isCallback = (path: string) => path.startsWith('/api/auth/callback/')

/**
 * Returns whether a path accepts forms. The library accepts forms for sign-in and sign-up, and the standard
 * requires them for the device flow.
 */
const acceptsForms = (path: string) =>
  isDeviceFlow(path) || path === '/api/auth/sign-in/email' || path === '/api/auth/sign-up/email'

const withoutSession = [
  'sign-in',
  'sign-up',
  'sign-out',
  'callback',
  'request-password-reset',
  'reset-password',
  'device/code',
  'device/token',
  'passkey/generate-authenticate-options',
  'passkey/verify-authentication',
]

/**
 * Returns whether a path can be used without a session. Signing out is included, because a suspended person
 * may sign out.
 */
const isWithoutSession = (path: string) =>
  withoutSession.some(each => `${path}/`.startsWith(`/api/auth/${each}/`))

/** Returns whether a path redirects people to a sign-in provider, to sign in or to link the provider. */
const isProviderStart = (path: string) =>
  path === '/api/auth/sign-in/social' || path === '/api/auth/link-social'

/**
 * Returns the rate limit of a path. A poll of the device flow counts as a write. Other requests with a device
 * code may be attempts to guess the code, so they have their own limit.
 */
function rateLimitOf(method: string, path: string): RateLimit {
  if (path === '/api/auth/device/token') return 'write'
  if (path === '/api/auth/device/code') return 'deviceCode'
  if (isDeviceFlow(path)) return 'deviceLookup'
  // This request only stores the challenge of a sign-in. The response to the challenge counts as a
  // credential.
  if (path === '/api/auth/passkey/generate-authenticate-options') return 'write'
  // The request contains an authorization code, but the code is useful only with the cookie of the same
  // sign-in.
  if (isCallback(path)) return 'write'
  return method === 'GET' ? 'none' : 'credential'
}

/**
 * Handles sign-up, sign-in, sign-out and the device flow with the authentication library. Applies rate limits
 * to requests that contain credentials. Errors are sent in the error envelope.
 */
export const handleAuth = defineEventHandler(async event => {
  try {
    const method = methodOf(event)
    // Only the path and the query of the URL come from the request, because the Host header is not trusted.
    const url = new URL(event.path, settings().publicUrl)
    await consumeRateLimit(rateLimitOf(method, url.pathname), clientAddress(event))
    const { request, body } = await requestOf(event, url, method)
    // This throws if the person is suspended.
    if (!isWithoutSession(url.pathname)) await humanOf(headersOf(event))
    const response = await respond(event, url.pathname, request, body)
    if (response.status < 400) return await sendWebResponse(event, response)
    const envelope = await envelopeFor(event, response, isDeviceFlow(url.pathname))
    // A failure of the library is thrown, so that it is logged like failures of other operations.
    if (envelope.statusCode >= 500) throw new Error(envelope.data.message)
    return await sendWebResponse(
      event,
      new Response(JSON.stringify(envelope), {
        status: envelope.statusCode,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      }),
    )
  } catch (error) {
    return sendError(event, error)
  }
})

/** Calls the library, with the additional behavior of some paths. */
async function respond(event: H3Event, path: string, request: Request, body: Body): Promise<Response> {
  const handle = () => auth().handler(request)
  // If sign-up is closed, two concurrent sign-ups must not both count as the first account.
  if (isCallback(path) && settings().signUps !== 'open' && (await isFirstSignUp())) return runSignUp(handle)
  if (request.method !== 'POST') return handle()
  if (path === '/api/auth/sign-up/email') return runSignUp(handle)
  if (path === '/api/auth/sign-in/email') return withDelay(body.email, handle)
  if (path === '/api/auth/passkey/verify-registration' || path === '/api/auth/reset-password')
    return runPasskeyChange(handle)
  const response = await handle()
  // The library could not load the URLs of the provider, although the provider is configured.
  if (isProviderStart(path) && response.status === 404)
    throw new AppError('unavailable', {
      message: 'The sign-in provider does not respond.',
      hint: 'Try again in a moment, or sign in another way.',
      retryAfter: 10,
    })
  if (path === '/api/auth/request-password-reset' && response.ok)
    event.node.res.once(
      'close',
      AsyncLocalStorage.bind(() => void mailPasswordReset(body)),
    )
  return response
}

/**
 * Signs in, unless earlier failures delay the account. An email without an account is treated like an email
 * with one.
 */
async function withDelay(email: unknown, signIn: () => Promise<Response>): Promise<Response> {
  if (typeof email !== 'string' || !settings().rateLimits) return signIn()
  const account = accountKey(email)
  const wait = await beginAttempt(account)
  if (wait > 0) {
    metrics.rateLimited('signInDelay')
    throw rateLimited('Too many failed sign-ins with this email.', wait)
  }
  let status = 0
  try {
    const response = await signIn()
    status = response.status
    return response
  } finally {
    if (status === 200) await clearFailures(account)
    else if (status !== 401) await withdrawAttempt(account)
  }
}

/** Returns the method for the library: HEAD is a GET whose body Node omits. Throws `method_not_allowed`. */
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
 * Returns the request for the library, and the fields of its body. The library gets these fields as JSON
 * instead of the bytes of the client: if the library read the bytes differently, such as a byte order mark, a
 * sign-in would evade the delay of its email. The token endpoint of the library accepts only JSON.
 */
async function requestOf(
  event: H3Event,
  url: URL,
  method: 'GET' | 'POST',
): Promise<{ request: Request; body: Body }> {
  const headers = originHeaders(event)
  if (method === 'GET') return { request: new Request(url, { headers }), body: {} }
  const isForm = headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const body = isForm && acceptsForms(url.pathname) ? await readForm(event) : await readJson(event)
  headers.delete('content-length')
  if (!body) return { request: new Request(url, { method, headers }), body: {} }
  headers.set('content-type', 'application/json')
  return { request: new Request(url, { method, headers, body: JSON.stringify(body) }), body }
}

/**
 * Returns the headers for the library. The library accepts only the public origin. It requires an Origin
 * header from browsers, and it treats the fetch of Node.js like a browser. So the Origin is set to the public
 * origin if a request comes from a page of this server or from a client that is not a browser. The Host
 * header never determines where the library redirects to.
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
 * Converts an error of the library to an error envelope, or throws the corresponding error of this server.
 * With `standard`, the envelope also contains the error fields of the device flow.
 */
async function envelopeFor(event: H3Event, response: Response, standard: boolean): Promise<ErrorEnvelope> {
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
  const statusCode = code === 'VALIDATION_ERROR' && !standard ? errorStatus.invalid_request : response.status
  const statusMessage = STATUS_CODES[statusCode] ?? 'Error'
  const { field, message } = firstFault(given.error_description ?? given.message ?? statusMessage)
  return {
    ...(standard && { error, error_description: message }),
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
 * Returns the first validation error in a message of the library, such as "[body.email] Invalid input: …;
 * [body.password] …", in the format of other errors. Messages of this server's own checks already begin with
 * the field.
 */
function firstFault(message: string): { field: string | null; message: string } {
  const [, own] = /^"(\w+)" /.exec(message) ?? []
  if (own) return { field: own, message }
  const [, field, fault = ''] = /^\[(?:body|query)\.([\w.]+)\] ([^;]*)/.exec(message) ?? []
  return field === undefined ? { field: null, message } : { field, message: `"${field}" ${ruleOf(fault)}.` }
}
