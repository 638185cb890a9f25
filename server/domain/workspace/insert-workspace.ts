import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { membership, workspace } from '~~/server/db/schema'

/**
 * Inserts a workspace, its owner's membership and its audit event inside the given transaction. Does nothing
 * if the new workspace is personal (it has a `personalOwnerId`) and the person already has a personal
 * workspace.
 */
export async function insertWorkspace(
  tx: Db,
  owner: { id: string; name: string },
  row: typeof workspace.$inferInsert,
): Promise<void> {
  const created = await tx.insert(workspace).values(row).onConflictDoNothing().returning({ id: workspace.id })
  if (created.length === 0) return
  await tx
    .insert(membership)
    .values({ workspaceId: row.id, userId: owner.id, role: 'owner', createdAt: row.createdAt })
  await recordChange(tx, {
    kind: 'workspace.created',
    actor: { type: 'human', id: owner.id, name: owner.name },
    subjectId: row.id,
    workspaceId: row.id,
  })
}
