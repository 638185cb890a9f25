import { and, eq, gt, type SQL } from 'drizzle-orm'
import { db } from '~~/server/db'
import { membership, session, user } from '~~/server/db/schema'
import type { HumanActor } from './actor'
import { auth } from './auth'

/**
 * Returns the person of a session cookie, with their roles; null without a cookie or when the session has
 * ended.
 */
export async function humanOf(headers: Headers): Promise<HumanActor | null> {
  if (!headers.has('cookie')) return null
  const found = await readSession(headers)
  return found && human(found.user, found.session.id)
}

/** Returns the session of a cookie with its person; null without a valid one. */
export function readSession(headers: Headers) {
  // Extending the session is a write. Where it fails, as on a full disk, the session is still valid.
  return auth()
    .api.getSession({ headers })
    .catch(() => auth().api.getSession({ headers, query: { disableRefresh: true } }))
}

/** Returns the person of a session token from the device flow; null when it is unknown or has ended. */
export function humanOfSessionToken(token: string): Promise<HumanActor | null> {
  return humanWhere(eq(session.token, token))
}

/** Returns the person of a session with their present roles; null when it has ended. */
export function humanOfSession(sessionId: string): Promise<HumanActor | null> {
  return humanWhere(eq(session.id, sessionId))
}

async function humanWhere(condition: SQL): Promise<HumanActor | null> {
  const [found] = await db
    .select({ user, sessionId: session.id })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(condition, gt(session.expiresAt, new Date())))
  return found ? human(found.user, found.sessionId) : null
}

async function human(
  person: { id: string; name: string; email: string; image?: string | null },
  sessionId: string,
): Promise<HumanActor> {
  const rows = await db.select().from(membership).where(eq(membership.userId, person.id))
  return {
    type: 'human',
    id: person.id,
    name: person.name,
    email: person.email,
    image: person.image ?? null,
    sessionId,
    roles: new Map(rows.map(row => [row.workspaceId, row.role])),
  }
}
