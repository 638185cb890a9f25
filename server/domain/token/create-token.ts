import type { Input, Output } from '#shared/contract'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { write } from '~~/server/db'
import { insertToken } from './insert-token'
import { loadTokenScope } from './load-token-scope'

/** Creates an agent token. Returns the secret, of which only the SHA-256 is stored. */
export async function createToken(
  human: HumanActor,
  input: Input<'createToken'>,
): Promise<Output<'createToken'>> {
  const workspaceId = input.workspaceId ?? defaultWorkspace(human)
  return write(async tx => {
    const workspace = await loadTokenScope(human, workspaceId, input.projectId, tx)
    const expiresAt = input.expiresInDays ? Date.now() + input.expiresInDays * DAY : null
    return insertToken(tx, human, workspace, {
      name: input.name,
      capabilities: input.capabilities,
      projectId: input.projectId ?? null,
      expiresAt,
    })
  })
}
