import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'
import { db, writeIfSpace } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { token } from '~~/server/db/schema'
import type { AgentActor } from './actor'
import { sha256, tokenPrefix } from './secrets'

/** Returns whether a bearer credential has the form of an agent token. */
export function looksLikeToken(bearer: string): boolean {
  return bearer.startsWith(tokenPrefix)
}

/**
 * Returns the agent of a token secret. Throws the same `unauthorized` for unknown, revoked and expired ones.
 * Records the use once a UTC day.
 */
export async function agentOf(secret: string): Promise<AgentActor> {
  const now = Date.now()
  const [row] = await db
    .select()
    .from(token)
    .where(eq(token.hash, sha256(secret)))
  if (!row || !isLive(row, now))
    throw new AppError('unauthorized', {
      message: 'This agent token is unknown, revoked or expired.',
      hint: 'Make a new one in the dashboard under Settings, Agent tokens.',
    })
  const actor: AgentActor = {
    type: 'agent',
    id: row.id,
    name: row.name,
    workspaceId: row.workspaceId,
    projectId: row.projectId,
    capabilities: row.capabilities,
  }
  if (usedBefore(row.lastUsedAt, now)) await recordUse(actor, now)
  return actor
}

/** Selects the tokens that are neither revoked nor expired. */
export function liveTokens(now = Date.now()): SQL | undefined {
  return and(isNull(token.revokedAt), or(isNull(token.expiresAt), gt(token.expiresAt, now)))
}

/** Returns whether a token is neither revoked nor expired. */
export function isLive(
  row: { revokedAt: number | null; expiresAt: number | null },
  now = Date.now(),
): boolean {
  return row.revokedAt === null && (row.expiresAt === null || row.expiresAt > now)
}

/** Returns whether the last use was on an earlier UTC day. */
function usedBefore(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || Math.floor(lastUsedAt / DAY) < Math.floor(now / DAY)
}

async function recordUse(actor: AgentActor, now: number): Promise<void> {
  await writeIfSpace(async tx => {
    const [row] = await tx.select({ lastUsedAt: token.lastUsedAt }).from(token).where(eq(token.id, actor.id))
    if (!row || !usedBefore(row.lastUsedAt, now)) return
    await tx.update(token).set({ lastUsedAt: now }).where(eq(token.id, actor.id))
    await recordEvent(tx, actor, 'token.used', {
      subjectId: actor.id,
      workspaceId: actor.workspaceId,
      projectId: actor.projectId,
    })
  })
}
