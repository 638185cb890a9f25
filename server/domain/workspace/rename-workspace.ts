import { eq } from 'drizzle-orm'
import type { Workspace } from '#shared/contract/workspace'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { requireRole } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'

/** Renames a workspace, for owners. */
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
