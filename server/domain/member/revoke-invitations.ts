import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { invitation } from '~~/server/db/schema'

/**
 * Revokes the unused invitations of a workspace that the condition selects. Records an audit event for each
 * invitation.
 */
export async function revokeInvitations(
  tx: Db,
  by: EventActor,
  workspaceId: string,
  condition: SQL | undefined,
): Promise<void> {
  const revoked = await tx
    .delete(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), isNull(invitation.acceptedAt), condition))
    .returning({ id: invitation.id, role: invitation.role })
  for (const { id, role } of revoked)
    await recordChange(tx, {
      kind: 'invitation.revoked',
      actor: by,
      subjectId: id,
      workspaceId,
      detail: role,
    })
}
