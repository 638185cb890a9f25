import { STATUS_CODES } from 'node:http'
import { defineEventHandler, sendWebResponse, type H3Event } from 'h3'
import { errorStatus, type ErrorEnvelope } from '#shared/contract/errors'
import type { Rate } from '#shared/contract/operation'
import { AppError, ruleOf } from '#shared/errors'
import { auth } from '~~/server/access/auth'
import { exclusive } from '~~/server/exclusive'
import { settings } from '~~/server/settings'
import { readText } from './body'
import { headersOf } from './caller'
import { clientAddress } from './client'
import { sendError } from './errors'
import { takeFromAllowance } from './rate-limit'

/** The device flow (RFC 8628): its errors keep the members the standard gives them, beside those of the envelope. */
const isDeviceFlow = (path: string) => path.startsWith('/api/auth/device')

/** Polling counts as a write; looking a device's code up is a guess at a credential like any other. */
function rateOf(method: string, path: string): Rate {
  if (path === '/api/auth/device/token') return 'write'
  return method === 'GET' && path !== '/api/auth/device' ? 'none' : 'credential'
}

/**
 * Sign-up, sign-in, sign-out and the device flow, served by the authentication library. Requests that carry credentials
 * are rated; errors get the same envelope as everywhere.
 */
export const handleAuth = defineEventHandler(async (event) => {
  try {
    const method = methodOf(event)
    // Of the address only the path is the caller's to say: a Host header may be anything.
    const url = new URL(event.path, settings().publicUrl)
    await takeFromAllowance(rateOf(method, url.pathname), clientAddress(event))
    const request = requestFor(event, url, method, method === 'GET' ? undefined : await readText(event))
    // Where sign-up is closed, two at once must not both be the first account.
    const response = await (url.pathname === '/api/auth/sign-up/email' ? exclusive('sign-up', () => auth().handler(request)) : auth().handler(request))
    if (response.status < 400) return await sendWebResponse(event, response)
    const answer = await enveloped(response, isDeviceFlow(url.pathname))
    // Its own failures are logged and named like those of every other operation.
    if (answer.statusCode >= 500) throw new Error(answer.data.message)
    return await sendWebResponse(event, new Response(JSON.stringify(answer), { status: answer.statusCode, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } }))
  } catch (error) {
    return sendError(event, error)
  }
})

/** The library knows GET and POST; HEAD is a GET whose body Node leaves out. Throws `method_not_allowed`. */
function methodOf(event: H3Event): 'GET' | 'POST' {
  if (event.method === 'POST') return 'POST'
  if (event.method === 'GET' || event.method === 'HEAD') return 'GET'
  throw new AppError('method_not_allowed', { message: `${event.method} is not allowed here.`, allow: ['GET', 'HEAD', 'POST'] })
}

/** The library's token endpoint takes JSON alone; clients of the standard send forms. */
function requestFor(event: H3Event, url: URL, method: 'GET' | 'POST', body: string | undefined): Request {
  const headers = originHeaders(event, url)
  const isForm = headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  if (!isForm || !isDeviceFlow(url.pathname)) return new Request(url, { method, headers, body: body || undefined })
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(url, { method, headers, body: JSON.stringify(Object.fromEntries(new URLSearchParams(body))) })
}

/**
 * The library wants an Origin from everything that looks like a browser, and takes Node's fetch for one. Browsers say
 * where a request comes from (Origin or Sec-Fetch-Site); who says neither is no browser, and no site can abuse it.
 */
function originHeaders(event: H3Event, url: URL): Headers {
  const headers = headersOf(event)
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', url.origin)
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
function complaintOf(message: string): { field: string | null, message: string } {
  const [, own] = /^"(\w+)" /.exec(message) ?? []
  if (own) return { field: own, message }
  const [, field, complaint = ''] = /^\[(?:body|query)\.([\w.]+)\] ([^;]*)/.exec(message) ?? []
  return field === undefined
    ? { field: null, message }
    : { field, message: `"${field}" ${ruleOf(complaint)}.` }
}
