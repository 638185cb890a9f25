import { STATUS_CODES } from 'node:http'
import { defineEventHandler, getRequestURL, readRawBody, sendWebResponse, type H3Event } from 'h3'
import type { ErrorEnvelope } from '#shared/contract/errors'
import { auth } from '~~/server/access/auth'
import { headersOf } from './caller'
import { clientAddress } from './client'
import { sendError } from './errors'
import { takeFromAllowance } from './rate-limit'

/** Paths whose answers a standard defines (RFC 8628): they stay as the library makes them. */
const standard = ['/api/auth/device/token']

/**
 * Sign-up, sign-in and sign-out, served by the authentication library. Requests that carry credentials are rated;
 * errors get the same envelope as everywhere.
 */
export const handleAuth = defineEventHandler(async (event) => {
  try {
    const url = getRequestURL(event)
    if (event.method !== 'GET') await takeFromAllowance(standard.includes(url.pathname) ? 'write' : 'credential', clientAddress(event))
    const body = event.method === 'GET' ? undefined : await readRawBody(event, 'utf8')
    const response = await auth().handler(new Request(url, { method: event.method, headers: originHeaders(event, url), body }))
    if (response.status < 400 || standard.includes(url.pathname)) return await sendWebResponse(event, response)
    return await sendWebResponse(event, new Response(JSON.stringify(await enveloped(response)), { status: response.status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } }))
  } catch (error) {
    return sendError(event, error)
  }
})

/**
 * The library wants an Origin from everything that looks like a browser, and takes Node's fetch for one. Browsers say
 * where a request comes from (Origin or Sec-Fetch-Site); who says neither is no browser, and no site can abuse it.
 */
function originHeaders(event: H3Event, url: URL): Headers {
  const headers = headersOf(event)
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', url.origin)
  return headers
}

const fields: Record<string, string> = { INVALID_EMAIL: 'email', USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email', PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password', INVALID_EMAIL_OR_PASSWORD: 'password' }

async function enveloped(response: Response): Promise<ErrorEnvelope> {
  const { code, message } = await response.json().catch(() => ({})) as { code?: string, message?: string }
  const error = code?.toLowerCase() ?? (response.status === 404 ? 'not_found' : 'bad_request')
  return {
    statusCode: response.status,
    statusMessage: STATUS_CODES[response.status] ?? 'Error',
    data: { error, message: message ?? STATUS_CODES[response.status] ?? 'Error', hint: null, field: fields[code ?? ''] ?? null },
  }
}
