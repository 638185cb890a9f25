import { eq } from 'drizzle-orm'
import type { Workspace } from '#shared/contract/workspace'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { enterWorkspace } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'

/** Renames a workspace. Only owners can do this. */
export async function renameWorkspace(
  human: HumanActor,
  input: { id: string; name: string },
): Promise<{ workspace: Workspace }> {
  return write(async tx => {
    await enterWorkspace(tx, human, input.id)
    requirePermission(human, input.id, 'manageWorkspace')
    const [row] = await tx
      .update(workspace)
      .set({ name: input.name })
      .where(eq(workspace.id, input.id))
      .returning()
    if (!row) throw new AppError('not_found')
    return { workspace: { id: row.id, name: row.name, plan: row.plan, role: 'owner' } }
  })
}
