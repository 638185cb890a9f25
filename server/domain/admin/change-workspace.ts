import { eq } from 'drizzle-orm'
import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { requireAdmin } from '~~/server/access/authorize'
import { write, type Db } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import type { AdminWorkspaceAction, EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { readAdminWorkspace, workspaceNotFound } from './read-admin-workspace'

export type WorkspaceRow = typeof workspace.$inferSelect

/** The columns that administrators change. */
export type WorkspaceChange = Partial<
  Pick<WorkspaceRow, 'suspendedAt' | 'deletesAt' | 'deletesWith' | 'storageQuota' | 'retentionDays'>
>

/** The input of an administrator's action. */
export interface AdminActionInput {
  /** The id of the person or the workspace. */
  id: string
  reason: string
}

/**
 * Changes the state of a workspace on behalf of an administrator, and ends the workspace's event streams.
 * `change` returns the columns to set. If it returns null, because the workspace already has the state,
 * nothing is changed or recorded. Throws `not_found` if the workspace does not exist.
 */
export async function changeWorkspaceAsAdmin(
  admin: Administrator,
  { id, reason }: AdminActionInput,
  kind: AdminWorkspaceAction,
  change: (row: WorkspaceRow, tx: Db) => WorkspaceChange | null | Promise<WorkspaceChange | null>,
): Promise<AdminWorkspace> {
  await write(async tx => {
    await requireAdmin(tx, admin)
    const [row] = await tx.select().from(workspace).where(eq(workspace.id, id))
    if (!row) throw workspaceNotFound()
    const columns = await change(row, tx)
    if (columns) await changeWorkspace(tx, admin, row, { kind, reason, columns })
  })
  return readAdminWorkspace(id)
}

/**
 * Sets the state of a workspace inside the given transaction. Records the action in the audit log, with the
 * administrator or the owner as its actor. Notifies the event streams of everyone in the workspace, because
 * their access may have changed.
 */
export async function changeWorkspace(
  tx: Db,
  actor: EventActor,
  { id, name }: Pick<WorkspaceRow, 'id' | 'name'>,
  { kind, reason, columns }: { kind: AdminWorkspaceAction; reason: string | null; columns: WorkspaceChange },
): Promise<void> {
  await tx.update(workspace).set(columns).where(eq(workspace.id, id))
  const subject = { subjectId: id, subjectName: name, workspaceId: id }
  await recordChange(tx, { kind, actor, ...subject, detail: reason ?? undefined })
}
