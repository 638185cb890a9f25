import { and, asc, desc, eq, exists, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { Member } from '#shared/contract/member'
import { roles } from '#shared/contract/roles'
import { may } from '#shared/permissions'
import { iso } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/reach'
import { db, type Db } from '~~/server/db'
import { invitation, membership, user } from '~~/server/db/schema'

/** The people of a workspace, and to its owners the invitations that still stand. */
export async function listMembers(actor: Actor, input: { id: string }): Promise<Output<'listMembers'>> {
  const { role } = await loadWorkspace(requireHuman(actor), input.id, 'look')
  return {
    members: await membersOf(db, input.id),
    invitations: may(role, 'manage') ? await invitationsOf(input.id) : [],
  }
}

/** The people of a workspace in the order they came. */
export async function membersOf(q: Db, workspaceId: string): Promise<Member[]> {
  const rows = await q
    .select({
      userId: user.id,
      name: user.name,
      email: user.email,
      role: membership.role,
      createdAt: membership.createdAt,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.workspaceId, workspaceId))
    .orderBy(asc(membership.createdAt), asc(user.id))
  return rows.map(({ createdAt, ...each }) => ({ ...each, joinedAt: iso(createdAt) }))
}

const inviters = roles.filter(role => may(role, 'manage'))

/**
 * Selects invitations that can be accepted: unused, not expired, and made by a person who may still invite.
 * Removing or demoting a person deletes theirs; the last condition also covers those from before that rule.
 */
export function openInvitations(): SQL | undefined {
  const { workspaceId, userId, role } = membership
  const byInviter = db
    .select({ userId })
    .from(membership)
    .where(
      and(eq(workspaceId, invitation.workspaceId), eq(userId, invitation.createdBy), inArray(role, inviters)),
    )
  return and(isNull(invitation.acceptedAt), gt(invitation.expiresAt, Date.now()), exists(byInviter))
}

async function invitationsOf(workspaceId: string) {
  const rows = await db
    .select({ invitation, createdBy: user.name })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .where(and(eq(invitation.workspaceId, workspaceId), openInvitations()))
    .orderBy(desc(invitation.createdAt))
  return rows.map(({ invitation: each, createdBy }) => ({
    id: each.id,
    role: each.role,
    createdBy,
    createdAt: iso(each.createdAt),
    expiresAt: iso(each.expiresAt),
  }))
}
