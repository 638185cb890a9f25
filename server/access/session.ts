import { eq } from 'drizzle-orm'
import { db } from '~~/server/db'
import { membership } from '~~/server/db/schema'
import type { HumanActor } from './actor'
import { auth } from './auth'

/** The person behind a session cookie, with their roles; null when there is none or it has ended. */
export async function humanOf(headers: Headers): Promise<HumanActor | null> {
  if (!headers.has('cookie')) return null
  const found = await auth().api.getSession({ headers })
  if (!found) return null
  const rows = await db.select().from(membership).where(eq(membership.userId, found.user.id))
  return {
    type: 'human',
    id: found.user.id,
    name: found.user.name,
    email: found.user.email,
    image: found.user.image ?? null,
    sessionId: found.session.id,
    roles: new Map(rows.map(row => [row.workspaceId, row.role])),
  }
}
