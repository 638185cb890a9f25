import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'

/** Throws `not_found` for a project that is not in the workspace. */
export async function assertProjectIn(
  tx: Db,
  human: HumanActor,
  projectId: string,
  workspaceId: string,
): Promise<void> {
  const { project } = await loadProject(human, projectId, 'manageWebhooks', tx, 'projectId')
  if (project.workspaceId !== workspaceId)
    throw new AppError('not_found', { message: 'Project not found in this workspace.', field: 'projectId' })
}
