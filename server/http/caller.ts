import { getHeaders, getRequestHeader, type H3Event } from 'h3'
import type { Auth } from '#shared/contract/operation'
import { AppError } from '#shared/errors'
import { anonymous, peopleOnly, type Actor } from '~~/server/access/actor'
import { ownOrigins } from '~~/server/access/auth'
import { humanOf, humanOfSessionToken } from '~~/server/access/session'
import { agentOf, looksLikeToken } from '~~/server/access/token'

/** The headers of a request as the fetch API has them. */
export function headersOf(event: H3Event): Headers {
  return new Headers(Object.entries(getHeaders(event)).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/**
 * Who is calling: the agent of a bearer token, else the person of a session cookie, else nobody.
 * Where the row says so, a bearer may also be the session token of the device flow.
 * A bearer credential that is no good throws `unauthorized`, even beside a good cookie.
 */
export async function actorOf(event: H3Event, sessionBearer = false): Promise<Actor> {
  const authorization = getRequestHeader(event, 'authorization')
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    const person = bearer && sessionBearer && !looksLikeToken(bearer) ? await humanOfSessionToken(bearer) : null
    if (person) return person
    if (!bearer || !looksLikeToken(bearer))
      throw new AppError('unauthorized', { message: 'The Authorization header holds no agent token.' })
    return agentOf(bearer)
  }
  const headers = headersOf(event)
  const human = await humanOf(headers)
  if (!human) return anonymous
  requireOwnOrigin(event, headers)
  return human
}

/** Cookies travel with requests other sites make: a write of a cookie session must come from a page of ours. */
function requireOwnOrigin(event: H3Event, headers: Headers): void {
  if (event.method === 'GET' || event.method === 'HEAD') return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const own = origin !== null ? ownOrigins(headers).includes(origin) : site === null || site === 'same-origin' || site === 'none'
  if (!own) throw new AppError('forbidden', { message: 'This request comes from another site.', hint: 'Open the dashboard at its own address; set PUBLIC_URL if it is served under another one.' })
}

/** Holds the caller to the row's credentials and capability, before anything is looked at. */
export function admit(actor: Actor, auth: Auth): void {
  if (auth.anonymous) return
  if (actor.type === 'anonymous') throw new AppError('unauthorized')
  if (actor.type === 'human') {
    if (!auth.human) throw new AppError('forbidden', { message: 'Only an agent token may call this.', hint: 'In the dashboard the same thing is done under /api.' })
    return
  }
  if (auth.agent === false) throw new AppError('forbidden', peopleOnly)
  if (auth.agent !== 'any' && !actor.capabilities.includes(auth.agent)) {
    throw new AppError('forbidden', {
      message: `This agent token lacks the capability ${auth.agent}.`,
      hint: 'Ask a human for a token with that capability; a token cannot widen its own scope.',
    })
  }
}
