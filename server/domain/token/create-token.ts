import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { loadProject, loadWorkspace } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { insertToken } from './insert-token'

/** Creates an agent token. Returns its secret this once; only its SHA-256 is stored. */
export async function createToken(actor: Actor, input: Input<'createToken'>): Promise<Output<'createToken'>> {
  const human = requireHuman(actor)
  const workspaceId = input.workspaceId ?? defaultWorkspace(human.roles)
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, workspaceId, 'contribute', tx, 'workspaceId')
    if (input.projectId) {
      const { project } = await loadProject(human, input.projectId, 'contribute', tx, 'projectId')
      if (project.workspaceId !== workspaceId)
        throw new AppError('not_found', {
          message: 'There is no such project in this workspace.',
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
