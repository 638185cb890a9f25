import { and, eq, gt, type SQL } from 'drizzle-orm'
import { db } from '~~/server/db'
import { membership, session, user } from '~~/server/db/schema'
import type { HumanActor } from './actor'
import { auth } from './auth'

/** The person behind a session cookie, with their roles; null when there is none or it has ended. */
export async function humanOf(headers: Headers): Promise<HumanActor | null> {
  if (!headers.has('cookie')) return null
  // Prolonging the session is a write: where that fails, as at a full disk, the session stands all the same.
  const found = await auth()
    .api.getSession({ headers })
    .catch(() => auth().api.getSession({ headers, query: { disableRefresh: true } }))
  return found && human(found.user, found.session.id)
}

/**
 * The person behind a session token, as the device flow hands one out; null when it is unknown or has ended.
 */
export function humanOfSessionToken(token: string): Promise<HumanActor | null> {
  return humanWhere(eq(session.token, token))
}

/** The person of a session as they are now; null when it has ended. */
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
