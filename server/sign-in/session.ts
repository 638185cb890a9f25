import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import { SECOND } from '#shared/time'
import { db } from '~~/server/db'
import type { HumanActor } from '~~/server/access/actor'
import { isAdmin } from '~~/server/access/admins'
import { equal } from '~~/server/secrets/secrets'
import { auth, extendAfterSeconds, sessionSeconds } from './auth'
import { sessionRowsById, sessionRowsByToken, type SessionRows } from '~~/server/access/session-rows'
import { workspaceRoles } from '~~/server/access/workspace-roles'
import { assertPersonActive } from '~~/server/access/suspension'

/** The remaining lifetime of a session in milliseconds below which the next use of the session extends it. */
const EXTENDED_MS = (sessionSeconds - extendAfterSeconds) * SECOND

/**
 * Returns the person of a session cookie, with their roles; null without a cookie or when the session has
 * ended. Throws `suspended` for a suspended person.
 */
export async function humanOf(headers: Headers): Promise<HumanActor | null> {
  const cookies = headers.get('cookie')
  if (cookies === null) return null
  const token = await signedSessionToken(cookies)
  const now = Date.now()
  const rows = token === null ? [] : await sessionRowsByToken(db, { token, now: new Date(now) })
  // The session need not be extended yet, so the authentication library is not called.
  if (rows[0] && rows[0].expiresAt.getTime() - now > EXTENDED_MS) return toHuman(rows)
  const found = await readSession(headers)
  return found && humanOfSession(found.session.id)
}

/** Returns the session that belongs to the cookie, and its person; null without a valid session. */
export function readSession(headers: Headers) {
  // The authentication library extends the session, which is a database write. If the write fails, for
  // example on a full disk, the session is still valid, so it is read without extending it.
  return auth()
    .api.getSession({ headers })
    .catch(() => auth().api.getSession({ headers, query: { disableRefresh: true } }))
}

/**
 * Returns the person of a session token from the device flow; null if the session is unknown or has ended.
 * Throws `suspended` for a suspended person.
 */
export async function humanOfSessionToken(token: string): Promise<HumanActor | null> {
  const rows = await sessionRowsByToken(db, { token, now: new Date() })
  // The token of a browser's session is a part of its cookie. As a bearer token, it would need no header of
  // an authenticating proxy.
  return rows[0]?.device ? toHuman(rows) : null
}

/**
 * Returns the person of a session with their current roles; null if the session has ended. Throws `suspended`
 * for a suspended person.
 */
export async function humanOfSession(sessionId: string): Promise<HumanActor | null> {
  return toHuman(await sessionRowsById(db, { id: sessionId, now: new Date() }))
}

async function toHuman(rows: SessionRows): Promise<HumanActor | null> {
  const [first] = rows
  if (!first) return null
  const { person, sessionId } = first
  assertPersonActive(person)
  return {
    type: 'human',
    id: person.id,
    name: person.name,
    email: person.email,
    image: person.image,
    sessionId,
    admin: isAdmin(person),
    ...workspaceRoles(rows),
  }
}

let cookieKey: KeyObject | undefined

/**
 * Returns the session token from a Cookie header, or null if this server did not sign it. The cookie has the
 * format of better-auth: the token, a dot and the token's HMAC-SHA256 in base64. This is much faster than
 * `getSession`, which also looks up the session.
 */
async function signedSessionToken(cookies: string): Promise<string | null> {
  const { authCookies, secret } = await auth().$context
  const value = parseCookies(cookies).get(authCookies.sessionToken.name) ?? ''
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  cookieKey ??= createSecretKey(Buffer.from(secret))
  const expected = createHmac('sha256', cookieKey).update(token).digest()
  return equal(expected, Buffer.from(value.slice(dot + 1), 'base64')) ? token : null
}
