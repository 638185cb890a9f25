import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { loadProject, loadWorkspace } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { insertToken } from './insert-token'

/** Creates an agent token. Returns its secret this once; only its SHA-256 is stored. */
export async function createToken(
  human: HumanActor,
  input: Input<'createToken'>,
): Promise<Output<'createToken'>> {
  const workspaceId = input.workspaceId ?? defaultWorkspace(human)
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, workspaceId, 'manageTokens', tx, 'workspaceId')
    if (input.projectId) {
      const { project } = await loadProject(human, input.projectId, 'manageTokens', tx, 'projectId')
      if (project.workspaceId !== workspaceId)
        throw new AppError('not_found', {
          message: 'Project not found in this workspace.',
          field: 'projectId',
        })
    }
    const expiresAt = input.expiresInDays ? Date.now() + input.expiresInDays * DAY : null
    return insertToken(tx, human, workspace, {
      name: input.name,
      capabilities: input.capabilities,
      projectId: input.projectId ?? null,
      expiresAt,
    })
  })
}
