import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Member } from '#shared/contract/member'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { Db } from '~~/server/db'
import { membership, user } from '~~/server/db/schema'

/** Identifies a person in a workspace. */
export interface MemberKey {
  /** The id of the workspace. */
  id: string
  userId: string
}

/** Returns the members of a workspace, oldest membership first. */
export async function readMembers(executor: Db, workspaceId: string): Promise<Member[]> {
  const rows = await executor
    .select({ user, membership })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.workspaceId, workspaceId))
    .orderBy(asc(membership.createdAt), asc(user.id))
  return rows.map(row => ({
    userId: row.user.id,
    name: row.user.name,
    email: row.user.email,
    role: row.membership.role,
    joinedAt: iso(row.membership.createdAt),
  }))
}

/** Returns the role of a member. Throws `not_found` if the person is not a member. */
export async function loadRole(tx: Db, key: MemberKey): Promise<Role> {
  const role = await findRole(tx, key)
  if (!role) throw memberNotFound()
  return role
}

/** Returns the role of a person in a workspace; undefined if the person is not a member. */
export async function findRole(tx: Db, key: MemberKey): Promise<Role | undefined> {
  const [row] = await tx.select({ role: membership.role }).from(membership).where(isMember(key))
  return row?.role
}

/**
 * Throws `conflict` if the workspace has no other owner. An owner who is going to be deleted does not count.
 */
export async function assertAnotherOwner(tx: Db, { id, userId }: MemberKey): Promise<void> {
  const [another] = await tx
    .select({ id: membership.userId })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(
      and(
        eq(membership.workspaceId, id),
        eq(membership.role, 'owner'),
        ne(membership.userId, userId),
        isNull(user.deletesAt),
      ),
    )
    .limit(1)
  if (!another)
    throw new AppError('conflict', {
      message: 'A workspace needs an owner, and this person is the last one.',
      hint: 'Make another member an owner first.',
    })
}

/** The condition that selects the membership of a person in a workspace. */
export const isMember = (key: MemberKey) =>
  and(eq(membership.workspaceId, key.id), eq(membership.userId, key.userId))

/** Returns the name of the quota that counts members with this role. */
export const quotaOf = (role: Role) => (role === 'reviewer' ? 'reviewers' : 'members')

export const memberNotFound = () =>
  new AppError('not_found', { message: 'This person is not in the workspace.' })
