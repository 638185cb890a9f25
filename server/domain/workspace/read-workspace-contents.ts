import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { readAdminWorkspace } from '~~/server/domain/admin/read-admin-workspace'

/** Counts the content that would be deleted together with a workspace. Only for owners of the workspace. */
export async function readWorkspaceContents(
  human: HumanActor,
  { id }: Input<'readWorkspaceContents'>,
): Promise<Output<'readWorkspaceContents'>> {
  await loadWorkspace(human, id, 'manageWorkspace')
  const counts = await readAdminWorkspace(id)
  const { memberCount, projectCount, reviewCount, evidenceCount, bytes } = counts
  return { memberCount, projectCount, reviewCount, evidenceCount, bytes }
}
