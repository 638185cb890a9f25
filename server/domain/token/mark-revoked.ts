import { and, eq, isNull } from 'drizzle-orm'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { token } from '~~/server/db/schema'

/**
 * Revokes an agent token and records the audit event, inside the given transaction. Does nothing if the token
 * is already revoked.
 */
export async function markRevoked(tx: Db, by: EventActor, id: string): Promise<void> {
  const [row] = await tx
    .update(token)
    .set({ revokedAt: Date.now() })
    .where(and(eq(token.id, id), isNull(token.revokedAt)))
    .returning()
  if (!row) return
  await recordChange(tx, {
    kind: 'token.revoked',
    actor: by,
    subjectId: id,
    workspaceId: row.workspaceId,
    projectId: row.projectId,
  })
}
