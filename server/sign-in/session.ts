import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import { and, eq, gt } from 'drizzle-orm'
import { SECOND } from '#shared/time'
import { db, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { membership, session, user, workspace } from '~~/server/db/schema'
import type { HumanActor } from '~~/server/access/actor'
import { isAdmin } from '~~/server/access/admins'
import { equal } from '~~/server/secrets/secrets'
import { auth, extendAfterSeconds, sessionSeconds } from './auth'
import { workspaceRoles } from '~~/server/access/workspace-roles'
import { assertPersonActive } from '~~/server/access/suspension'

/** A session is extended if it is used when it has at most this time left. */
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
  const rows = token === null ? [] : await rowsByToken(db, { token, now: new Date(now) })
  // The library is called only to extend the session, which is not necessary yet.
  if (rows[0] && rows[0].expiresAt.getTime() - now > EXTENDED_MS) return toHuman(rows)
  const found = await readSession(headers)
  return found && humanOfSession(found.session.id)
}

/** Returns the session that belongs to the cookie, and its person; null without a valid session. */
export function readSession(headers: Headers) {
  // The library extends the session, which is a database write. If the write fails, for example on a full
  // disk, the session is still valid, so it is read without extending it.
  return auth()
    .api.getSession({ headers })
    .catch(() => auth().api.getSession({ headers, query: { disableRefresh: true } }))
}

/**
 * Returns the person of a session token from the device flow; null if the session is unknown or has ended.
 * Throws `suspended` for a suspended person.
 */
export async function humanOfSessionToken(token: string): Promise<HumanActor | null> {
  return toHuman(await rowsByToken(db, { token, now: new Date() }))
}

/**
 * Returns the person of a session with their current roles; null if the session has ended. Throws `suspended`
 * for a suspended person.
 */
export async function humanOfSession(sessionId: string): Promise<HumanActor | null> {
  return toHuman(await rowsById(db, { id: sessionId, now: new Date() }))
}

/**
 * Selects the session's person: one row for each workspace of the person, or one row if they have no
 * workspace.
 */
const selectRows = (executor: Db) =>
  executor
    .select({
      person: user,
      sessionId: session.id,
      expiresAt: session.expiresAt,
      workspaceId: membership.workspaceId,
      role: membership.role,
      suspendedAt: workspace.suspendedAt,
      deletesAt: workspace.deletesAt,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(membership, eq(membership.userId, user.id))
    .leftJoin(workspace, eq(workspace.id, membership.workspaceId))

const rowsById = prepared({ id: session.id, now: session.expiresAt }, (executor, { id, now }) =>
  selectRows(executor).where(and(eq(session.id, id), gt(session.expiresAt, now))),
)
const rowsByToken = prepared({ token: session.token, now: session.expiresAt }, (executor, { token, now }) =>
  selectRows(executor).where(and(eq(session.token, token), gt(session.expiresAt, now))),
)

async function toHuman(rows: Awaited<ReturnType<typeof selectRows>>): Promise<HumanActor | null> {
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
    admin: await isAdmin(db, person),
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
