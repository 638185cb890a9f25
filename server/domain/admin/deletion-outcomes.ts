import { asc, eq, inArray } from 'drizzle-orm'
import type { DeletionOutcome } from '#shared/contract/admin'
import type { Role } from '#shared/contract/roles'
import type { Db } from '~~/server/db'
import { membership, user, workspace } from '~~/server/db/schema'
import type { WorkspaceRow } from './change-workspace'

/** A membership of a person, with the effect on the workspace if the person is deleted. */
export interface MembershipOutcome {
  workspace: WorkspaceRow
  role: Role
  outcome: DeletionOutcome
}

/** Another member of a workspace. */
interface Other {
  role: Role
  /**
   * When the account of this member will be deleted, in epoch milliseconds; null if no deletion is scheduled.
   */
  deletesAt: number | null
}

/**
 * Returns the effect on a workspace if a member with this role is deleted. `isDeleting` states whether the
 * workspace is going to be deleted anyway; `others` are its other members.
 */
export function deletionOutcome(role: Role, isDeleting: boolean, others: Other[]): DeletionOutcome {
  if (isDeleting) return 'leaves'
  const staying = others.filter(each => each.deletesAt === null)
  if (staying.length === 0) return 'deleted'
  return role === 'owner' && !staying.some(each => each.role === 'owner') ? 'needs_owner' : 'leaves'
}

/**
 * Returns the memberships of a person, oldest first, each with the effect on the workspace if the person is
 * deleted.
 */
export async function readDeletionOutcomes(executor: Db, personId: string): Promise<MembershipOutcome[]> {
  const own = await executor
    .select({ workspace, role: membership.role })
    .from(membership)
    .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(eq(membership.userId, personId))
    .orderBy(asc(membership.createdAt), asc(workspace.id))
  const ids = own.map(row => row.workspace.id)
  const members = await executor
    .select({
      id: user.id,
      deletesAt: user.deletesAt,
      workspaceId: membership.workspaceId,
      role: membership.role,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(inArray(membership.workspaceId, ids))
  const byWorkspace = Map.groupBy(
    members.filter(each => each.id !== personId),
    each => each.workspaceId,
  )
  return own.map(row => ({
    ...row,
    outcome: deletionOutcome(
      row.role,
      row.workspace.deletesAt !== null,
      byWorkspace.get(row.workspace.id) ?? [],
    ),
  }))
}
