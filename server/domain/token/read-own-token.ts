import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { isoOrNull } from '#shared/time'
import type { AgentActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { token } from '~~/server/db/schema'

/** Returns what the token of a call allows, and until when. */
export async function readOwnToken(agent: AgentActor): Promise<Output<'readOwnToken'>> {
  const [row] = await db.select({ expiresAt: token.expiresAt }).from(token).where(eq(token.id, agent.id))
  if (!row) throw new AppError('unauthorized')
  const { id, name, workspaceId, projectId, capabilities } = agent
  return {
    id,
    name,
    workspaceId,
    projectId,
    capabilities: [...capabilities],
    expiresAt: isoOrNull(row.expiresAt),
  }
}
