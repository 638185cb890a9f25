import type { Project } from '#shared/contract/project'
import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadWorkspace } from '~~/server/access/loaders'
import { insertProject } from './insert-project'

/** Creates a project for a person, in the given workspace or, without one, in the person's only workspace. */
export async function createProjectInDashboard(
  human: HumanActor,
  input: { name: string; workspaceId?: string },
): Promise<{ project: Project }> {
  const workspaceId = input.workspaceId ?? defaultWorkspace(human)
  return writeIdempotent(async tx => {
    const { workspace } = await loadWorkspace(human, workspaceId, 'manageProjects', tx, 'workspaceId')
    return { project: await insertProject(tx, human, workspace, input.name) }
  })
}
