import { eq, and } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { system } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { membership } from '~~/server/db/schema'
import type { WorkspacePlan } from '~~/server/domain/billing/quotas'
import { log } from '~~/server/process/log'
import { addMember } from './add-member'
import { assertAnotherOwner, isMember } from './members'
import { revokeGrants } from './revoke-grants'
import { setRole } from './set-role'

/**
 * Sets the role of a person in a workspace, inside the given transaction, because of the settings of the
 * server. If the role is null, removes the person from the workspace. If this would remove the last owner or
 * exceed the plan of the workspace, changes nothing and logs a warning, because a sign-in must not fail for
 * this reason.
 */
export async function setMembership(
  tx: Db,
  workspace: WorkspacePlan,
  { id: userId }: { id: string },
  role: Role | null,
): Promise<void> {
  const key = { id: workspace.id, userId }
  const [row] = await tx.select({ role: membership.role }).from(membership).where(isMember(key))
  const before = row?.role ?? null
  if (before === role) return
  try {
    if (before === 'owner') await assertAnotherOwner(tx, key)
    await change(tx, workspace, { userId, before, role })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn('a membership was not changed', {
      workspace: workspace.id,
      person: userId,
      reason: error.message,
    })
  }
}

async function change(
  tx: Db,
  workspace: WorkspacePlan,
  { userId, before, role }: { userId: string; before: Role | null; role: Role | null },
): Promise<void> {
  const about = { actor: system, subjectId: userId, workspaceId: workspace.id }
  if (role === null) {
    await revokeGrants(tx, system, { id: workspace.id, userId }, null, [])
    await tx
      .delete(membership)
      .where(and(eq(membership.workspaceId, workspace.id), eq(membership.userId, userId)))
    await recordChange(tx, { kind: 'member.removed', ...about })
  } else if (before === null) {
    await addMember(tx, workspace, userId, role)
    await recordChange(tx, { kind: 'member.added', detail: role, ...about })
  } else {
    await setRole(tx, system, workspace, { userId, before, role })
    await recordChange(tx, { kind: 'member.role_changed', detail: role, ...about })
  }
}
