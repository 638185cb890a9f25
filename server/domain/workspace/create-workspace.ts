import { eq } from 'drizzle-orm'
import type { Workspace } from '#shared/contract/workspace'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/authorization'
import { requireRole } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { assertRoomForWorkspace } from '~~/server/domain/billing/quotas'
import { insertWorkspace } from './insert-workspace'

/** A person creates a workspace and owns it. */
export async function createWorkspace(
  actor: Actor,
  input: { name: string },
): Promise<{ workspace: Workspace }> {
  const human = requireHuman(actor)
  return write(async tx => {
    authorizeSelf(human)
    await assertRoomForWorkspace(tx, human.id, 'free')
    const row = { id: newId('workspace'), name: input.name, plan: 'free' as const, createdAt: Date.now() }
    await insertWorkspace(tx, human, row)
    return { workspace: { id: row.id, name: row.name, plan: row.plan, role: 'owner' } }
  })
}

/** An owner renames a workspace. */
export async function renameWorkspace(
  actor: Actor,
  input: { id: string; name: string },
): Promise<{ workspace: Workspace }> {
  const human = requireHuman(actor)
  return write(async tx => {
    requireRole(human, input.id, 'manage')
    const [row] = await tx
      .update(workspace)
      .set({ name: input.name })
      .where(eq(workspace.id, input.id))
      .returning()
    if (!row) throw new AppError('not_found')
    return { workspace: { id: row.id, name: row.name, plan: row.plan, role: 'owner' } }
  })
}
