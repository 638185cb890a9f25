import { and, eq, isNull } from 'drizzle-orm'
import type { AdminWorkspace } from '#shared/contract/admin'
import { AppError } from '#shared/errors'
import type { Administrator } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { membership, user } from '~~/server/db/schema'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'
import { assertCancellable } from './deletion-delay'

/**
 * Cancels the deletion of a workspace. A suspension from before the deletion was scheduled stays. Does
 * nothing if no deletion is scheduled. Throws `conflict` if the deletion is due, and if every owner of the
 * workspace is going to be deleted.
 */
export function cancelWorkspaceDeletion(
  admin: Administrator,
  input: AdminActionInput,
): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(admin, input, 'workspace.deletion_cancelled', async (row, tx) => {
    if (row.deletesAt === null) return null
    assertCancellable(row.deletesAt, Date.now())
    if (row.deletesWith !== null || !(await keepsOwner(tx, row.id)))
      throw new AppError('conflict', {
        message: 'The owner of this workspace is going to be deleted too.',
        hint: "Cancel the owner's deletion first.",
      })
    return { deletesAt: null }
  })
}

/**
 * Returns whether the workspace has an owner who is not going to be deleted. Also returns true for a
 * workspace without members, which was not claimed yet.
 */
async function keepsOwner(tx: Db, workspaceId: string): Promise<boolean> {
  const inWorkspace = eq(membership.workspaceId, workspaceId)
  const [member] = await tx.select({ id: membership.userId }).from(membership).where(inWorkspace).limit(1)
  const [owner] = await tx
    .select({ id: user.id })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(inWorkspace, eq(membership.role, 'owner'), isNull(user.deletesAt)))
    .limit(1)
  return !member || owner !== undefined
}
