import type { Workspace } from '#shared/contract/workspace'
import { newId } from '#shared/ids'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { assertWorkspaceQuota } from '~~/server/domain/billing/quotas'
import { insertWorkspace } from './insert-workspace'

/** Creates a workspace that the person owns. */
export async function createWorkspace(
  human: HumanActor,
  input: { name: string },
): Promise<{ workspace: Workspace }> {
  return write(async tx => {
    await authorizeSelf(tx, human)
    await assertWorkspaceQuota(tx, human.id, 'free')
    const row = { id: newId('workspace'), name: input.name, plan: 'free' as const, createdAt: Date.now() }
    await insertWorkspace(tx, human, row)
    return { workspace: { id: row.id, name: row.name, plan: row.plan, role: 'owner' } }
  })
}
