import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject, loadWorkspace } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'

/**
 * Returns the workspace in which a person may create an agent token. If a project is given, it must be in
 * this workspace; otherwise throws `not_found`.
 */
export async function loadTokenScope(
  human: HumanActor,
  workspaceId: string,
  projectId: string | null | undefined,
  tx: Db,
) {
  const { workspace } = await loadWorkspace(human, workspaceId, 'manageTokens', tx, 'workspaceId')
  if (projectId) {
    const { project } = await loadProject(human, projectId, 'manageTokens', tx, 'projectId')
    if (project.workspaceId !== workspaceId)
      throw new AppError('not_found', {
        message: 'Project not found in this workspace.',
        field: 'projectId',
      })
  }
  return workspace
}
