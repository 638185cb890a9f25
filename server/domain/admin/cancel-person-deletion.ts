import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { AdminPerson } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { membership, workspace } from '~~/server/db/schema'
import { changePersonAsAdmin } from './change-person'
import { changeWorkspace, type AdminActionInput } from './change-workspace'
import { assertCancellable } from './deletion-delay'

/**
 * Cancels the deletion of a person, and of the workspaces that would be deleted together with this person.
 * Also cancels the deletion of a workspace that the person owns and that would be deleted together with
 * another person. Suspensions from before the deletion was scheduled stay. Does nothing if no deletion is
 * scheduled. Throws `conflict` if the deletion is due.
 */
export function cancelPersonDeletion(admin: Administrator, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(admin, input, 'person.deletion_cancelled', async (row, tx) => {
    if (row.deletesAt === null) return null
    assertCancellable(row.deletesAt, Date.now())
    const owned = tx
      .select({ id: membership.workspaceId })
      .from(membership)
      .where(and(eq(membership.userId, row.id), eq(membership.role, 'owner')))
    const workspaces = await tx
      .select()
      .from(workspace)
      .where(
        or(
          eq(workspace.deletesWith, row.id),
          and(isNotNull(workspace.deletesWith), inArray(workspace.id, owned)),
        ),
      )
    for (const each of workspaces)
      await changeWorkspace(tx, admin, each, {
        kind: 'workspace.deletion_cancelled',
        reason: input.reason,
        columns: { deletesAt: null, deletesWith: null },
      })
    return { deletesAt: null }
  })
}
