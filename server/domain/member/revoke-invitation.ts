import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckAlone } from '~~/server/access/write-guard'
import { workspacesOf } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { invitation } from '~~/server/db/schema'

/**
 * Revokes an invitation. Only owners can do this. Throws `not_found` for an invitation that was accepted or
 * revoked, or belongs to another workspace.
 */
export async function revokeInvitation(human: HumanActor, input: { id: string }): Promise<undefined> {
  await write(async tx => {
    await beginPermissionCheckAlone(tx, human)
    const [row] = await tx
      .select()
      .from(invitation)
      .where(and(eq(invitation.id, input.id), isNull(invitation.acceptedAt)))
    if (!row || !workspacesOf(human).includes(row.workspaceId))
      throw new AppError('not_found', { message: 'Invitation not found.' })
    requirePermission(human, row.workspaceId, 'manageWorkspace')
    await tx.delete(invitation).where(eq(invitation.id, input.id))
    await recordChange(tx, {
      kind: 'invitation.revoked',
      actor: human,
      subjectId: row.id,
      workspaceId: row.workspaceId,
      detail: row.role,
    })
  })
}
