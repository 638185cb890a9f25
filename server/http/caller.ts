import { getHeaders, type H3Event } from 'h3'
import { AppError } from '#shared/errors'
import { anonymous, type Actor } from '~~/server/access/actor'
import { humanOf, humanOfSessionToken } from '~~/server/sign-in/session'
import { agentOf, looksLikeToken } from '~~/server/access/token'
import { settings } from '~~/server/settings'
import { operatorOf } from './admin-token'
import { requestHeader } from './request-header'

/** Returns the headers of a request as the `Headers` of the fetch API. */
export function headersOf(event: H3Event): Headers {
  return new Headers(
    Object.entries(getHeaders(event)).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The bearer tokens that an operation accepts in addition to agent tokens. */
interface AcceptedBearers {
  /** Whether the operation accepts a session token from the device flow. */
  sessionToken?: boolean
  /** Whether the operation accepts `ADMIN_TOKEN`. */
  adminToken?: boolean
}

/**
 * Returns the caller of a request: the agent whose token is sent as a bearer token, otherwise the person with
 * the session cookie, otherwise the anonymous actor. Throws `unauthorized` for an invalid bearer token, even
 * if the cookie is valid.
 */
export async function readCaller(event: H3Event, accepted: AcceptedBearers = {}): Promise<Actor> {
  const authorization = requestHeader(event, 'authorization')
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    if (bearer && !looksLikeToken(bearer)) {
      const found =
        (accepted.adminToken ? await operatorOf(event, bearer) : null) ??
        (accepted.sessionToken ? await humanOfSessionToken(bearer) : null)
      if (found) return found
    }
    if (!bearer || !looksLikeToken(bearer))
      throw new AppError('unauthorized', {
        message: 'The Authorization header does not contain an agent token.',
      })
    return agentOf(bearer)
  }
  if (requestHeader(event, 'cookie') === undefined) return anonymous
  const headers = headersOf(event)
  const human = await humanOf(headers)
  if (!human) return anonymous
  requireOwnOrigin(event, headers)
  return human
}

/**
 * Throws `forbidden` if a page of another site sends a write with the session cookie of this site. (Browsers
 * add cookies to such requests.)
 */
export function requireOwnOrigin(event: H3Event, headers: Headers): void {
  if (event.method === 'GET' || event.method === 'HEAD') return
  if (!isFromOwnPage(headers))
    throw new AppError('forbidden', {
      message: 'This request comes from another site.',
      hint: 'Open the dashboard at its own address; set PUBLIC_URL if it is served under another one.',
    })
}

/**
 * Returns whether a request comes from a page of this server or from a client that is not a browser. Browsers
 * send Origin or Sec-Fetch-Site (Fetch, 3.2; Fetch Metadata). A page may have been opened at a URL other than
 * `PUBLIC_URL`, such as an address in the local network, so its origin may also have the host of the Host
 * header. A page of another site can set neither Origin nor Host.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null) return site === null || site === 'same-origin' || site === 'none'
  const host = headers.get('host')
  return (
    origin === new URL(settings().publicUrl).origin ||
    (host !== null && (origin === `http://${host}` || origin === `https://${host}`))
  )
}
