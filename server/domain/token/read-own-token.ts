import type { Output } from '#shared/contract'
import { isoOrNull } from '#shared/time'
import type { AgentActor } from '~~/server/access/actor'

/** Returns the capabilities, scope and expiry of the token that makes the call. */
export async function readOwnToken(agent: AgentActor): Promise<Output<'readOwnToken'>> {
  const { id, name, workspaceId, projectId, capabilities, expiresAt } = agent
  return {
    id,
    name,
    workspaceId,
    projectId,
    capabilities: [...capabilities],
    expiresAt: isoOrNull(expiresAt),
  }
}
