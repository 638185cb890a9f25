import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject, loadWorkspace } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'

/**
 * Returns the given workspace if the person may create agent tokens in it. Throws if they may not, and
 * `not_found` if the given project is not in the workspace.
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
