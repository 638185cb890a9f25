import { count, eq, inArray, max } from 'drizzle-orm'
import type { AdminMembership, AdminPerson } from '#shared/contract/admin'
import { isAdmin } from '~~/server/access/admins'
import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { membership, session, user } from '~~/server/db/schema'
import type { MembershipOutcome } from './deletion-outcomes'
import { stateOf } from './suspension-state'

/** Returns people as administrators see them, with a fixed number of queries for all of them. */
export async function serializePeople(rows: (typeof user.$inferSelect)[]): Promise<AdminPerson[]> {
  const ids = rows.map(row => row.id)
  const sessions = await db
    .select({ id: session.userId, at: max(session.updatedAt) })
    .from(session)
    .where(inArray(session.userId, ids))
    .groupBy(session.userId)
  const memberships = await db
    .select({ id: membership.userId, n: count() })
    .from(membership)
    .where(inArray(membership.userId, ids))
    .groupBy(membership.userId)
  const seen = new Map(sessions.map(row => [row.id, row.at]))
  const workspaces = new Map(memberships.map(row => [row.id, row.n]))
  return Promise.all(
    rows.map(async row => ({
      id: row.id,
      name: row.name,
      email: row.email,
      emailVerified: row.emailVerified,
      // `isAdmin` queries the database only for people whose email is in ADMINS, so there are few queries.
      admin: isAdmin(row),
      ...stateOf(row),
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: seen.get(row.id)?.toISOString() ?? null,
      workspaceCount: workspaces.get(row.id) ?? 0,
    })),
  )
}

/** Returns a person as administrators see them. Throws `not_found` if the person does not exist. */
export async function readAdminPerson(id: string): Promise<AdminPerson> {
  const [found] = await serializePeople(await db.select().from(user).where(eq(user.id, id)))
  if (!found) throw personNotFound()
  return found
}

export const personNotFound = () => new AppError('not_found', { message: 'Person not found.' })

/**
 * Returns the workspaces of a person, each with the effect on the workspace if the person is deleted. The
 * person and administrators see this list.
 */
export const serializeMemberships = (memberships: MembershipOutcome[]): AdminMembership[] =>
  memberships.map(({ workspace: { id, name }, role, outcome }) => ({ id, name, role, onDeletion: outcome }))
