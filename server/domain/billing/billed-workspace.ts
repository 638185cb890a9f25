import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { loadWorkspace } from '~~/server/access/loaders'
import { db } from '~~/server/db'

/**
 * Returns the workspace of a billing call. Throws `forbidden` if the person is not an owner of the workspace.
 */
export async function billedWorkspace(human: HumanActor, workspaceId: string | undefined) {
  const id = workspaceId ?? defaultWorkspace(human)
  const { workspace } = await loadWorkspace(human, id, 'manageWorkspace', db, 'workspaceId')
  return workspace
}
