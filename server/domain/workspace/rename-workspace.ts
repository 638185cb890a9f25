import { eq } from 'drizzle-orm'
import type { Workspace } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'

/** Renames a workspace. Only owners can do this. */
export async function renameWorkspace(
  human: HumanActor,
  { id, name }: { id: string; name: string },
): Promise<{ workspace: Workspace }> {
  return write(async tx => {
    const { workspace: before, role } = await loadWorkspace(human, id, 'manageWorkspace', tx)
    if (before.name !== name) {
      await tx.update(workspace).set({ name }).where(eq(workspace.id, id))
      await recordChange(tx, { kind: 'workspace.renamed', actor: human, subjectId: id, workspaceId: id })
    }
    return { workspace: { id, name, plan: before.plan, role } }
  })
}
