import type { Output } from '#shared/contract'
import { isoOrNull } from '#shared/time'
import type { AgentActor } from '~~/server/access/actor'

/** Returns what the token of a call allows, and until when. */
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
