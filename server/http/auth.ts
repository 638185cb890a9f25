import { STATUS_CODES } from 'node:http'
import { defineEventHandler, sendWebResponse, type H3Event } from 'h3'
import { errorStatus, type ErrorEnvelope } from '#shared/contract/kit/errors'
import { AppError, ruleOf } from '#shared/errors'
import { auth, mailPasswordReset } from '~~/server/access/auth'
import { consumeRateLimit, rateLimited, type RateLimit } from '~~/server/access/rate-limit'
import { accountKey, signInDelays } from '~~/server/access/sign-in-delays'
import { runExclusive } from '~~/server/mutex'
import { settings } from '~~/server/settings'
import { readText } from './body'
import { headersOf, isFromOwnPage } from './caller'
import { clientAddress } from './client'
import { sendError } from './errors'

/**
 * The device flow (RFC 8628): its errors keep the members the standard gives them, beside those of the
 * envelope.
 */
const isDeviceFlow = (path: string) => path.startsWith('/api/auth/device')

/**
 * Sign-in takes forms by the library's own choice; the device flow takes them because the standard says so.
 */
const takesForms = (path: string) =>
  isDeviceFlow(path) || path === '/api/auth/sign-in/email' || path === '/api/auth/sign-up/email'

/** Polling counts as a write; reading a device code is a guess at a credential. */
function rateLimitOf(method: string, path: string): RateLimit {
  if (path === '/api/auth/device/token') return 'write'
  if (path === '/api/auth/device/code') return 'deviceCode'
  if (isDeviceFlow(path)) return 'deviceLookup'
  return method === 'GET' ? 'none' : 'credential'
}

/**
 * Sign-up, sign-in, sign-out and the device flow, served by the authentication library. Requests that carry
 * credentials are rated; errors get the same envelope as everywhere.
 */
export const handleAuth = defineEventHandler(async event => {
  try {
    const method = methodOf(event)
    // Of the address only the path is the caller's to say: a Host header may be anything.
    const url = new URL(event.path, settings().publicUrl)
    await consumeRateLimit(rateLimitOf(method, url.pathname), clientAddress(event))
    const { request, body } = await requestOf(event, url, method)
    const response = await respond(event, url.pathname, request, body)
    if (response.status < 400) return await sendWebResponse(event, response)
    const answer = await enveloped(response, isDeviceFlow(url.pathname))
    // Its own failures are logged and named like those of every other operation.
    if (answer.statusCode >= 500) throw new Error(answer.data.message)
    return await sendWebResponse(
      event,
      new Response(JSON.stringify(answer), {
        status: answer.statusCode,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      }),
    )
  } catch (error) {
    return sendError(event, error)
  }
})

/** Has the library respond, with what some paths need around it. */
async function respond(event: H3Event, path: string, request: Request, body: string): Promise<Response> {
  const handle = () => auth().handler(request)
  if (request.method !== 'POST') return handle()
  // Where sign-up is closed, two at once must not both be the first account.
  if (path === '/api/auth/sign-up/email') return runExclusive('sign-up', handle)
  if (path === '/api/auth/sign-in/email') return withDelay(body, handle)
  const response = await handle()
  if (path === '/api/auth/request-password-reset' && response.ok)
    event.node.res.once('close', () => void mailPasswordReset(parsed(body)))
  return response
}

/**
 * Signs in, unless failures before have the account wait. The same for every email, with an account or
 * without.
 */
async function withDelay(body: string, signIn: () => Promise<Response>): Promise<Response> {
  const email = parsed(body)?.email
  if (typeof email !== 'string' || !settings().rateLimits) return signIn()
  const account = accountKey(email)
  const wait = signInDelays.begin(account)
  if (wait > 0) throw rateLimited('Too many failed sign-ins with this email.', wait)
  let status = 0
  try {
    const response = await signIn()
    status = response.status
    return response
  } finally {
    if (status === 200) signInDelays.succeed(account)
    else if (status !== 401) signInDelays.cancel(account)
  }
}

/** The object of a JSON text, if it is one; the library refuses everything else. */
function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** The library knows GET and POST; HEAD is a GET whose body Node leaves out. Throws `method_not_allowed`. */
function methodOf(event: H3Event): 'GET' | 'POST' {
  if (event.method === 'POST') return 'POST'
  if (event.method === 'GET' || event.method === 'HEAD') return 'GET'
  throw new AppError('method_not_allowed', {
    message: `${event.method} is not allowed here.`,
    allow: ['GET', 'HEAD', 'POST'],
  })
}

/** The request for the library, and its body. Forms become JSON: its token endpoint takes JSON alone. */
async function requestOf(
  event: H3Event,
  url: URL,
  method: 'GET' | 'POST',
): Promise<{ request: Request; body: string }> {
  const headers = originHeaders(event)
  if (method === 'GET') return { request: new Request(url, { headers }), body: '' }
  const text = await readText(event)
  const isForm = headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  if (!isForm || !takesForms(url.pathname))
    return { request: new Request(url, { method, headers, body: text || undefined }), body: text }
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(text)))
  return { request: new Request(url, { method, headers, body }), body }
}

/**
 * The headers for the library, which trusts the public origin alone, wants an Origin from everything that
 * looks like a browser, and takes Node's fetch for one. What comes from our own page at any address, or from
 * no browser, gets that origin. So a Host header decides about no redirect.
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

async function enveloped(response: Response, standard: boolean): Promise<ErrorEnvelope> {
  const given = (await response.json().catch(() => ({}))) as {
    code?: string
    message?: string
    error?: string
    error_description?: string
  }
  const { code, error = codeOf(code, response.status) } = given
  // The standard answers a malformed request with 400 (RFC 6749, 5.2).
  const statusCode = code === 'VALIDATION_ERROR' && !standard ? errorStatus.invalid_request : response.status
  const statusMessage = STATUS_CODES[statusCode] ?? 'Error'
  const { field, message } = complaintOf(given.error_description ?? given.message ?? statusMessage)
  return {
    ...(standard && { error, error_description: message }),
    statusCode,
    statusMessage,
    data: { error, message, hint: null, field: fields[code ?? ''] ?? field },
  }
}

function codeOf(code: string | undefined, status: number): string {
  if (code === 'VALIDATION_ERROR') return 'invalid_request'
  return code?.toLowerCase() ?? (status === 404 ? 'not_found' : 'bad_request')
}

/**
 * Of the library's "[body.email] Invalid input: …; [body.password] …" the first complaint, said as
 * everywhere. Our own checks begin with the field already.
 */
function complaintOf(message: string): { field: string | null; message: string } {
  const [, own] = /^"(\w+)" /.exec(message) ?? []
  if (own) return { field: own, message }
  const [, field, complaint = ''] = /^\[(?:body|query)\.([\w.]+)\] ([^;]*)/.exec(message) ?? []
  return field === undefined
    ? { field: null, message }
    : { field, message: `"${field}" ${ruleOf(complaint)}.` }
}
