import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'
import { recordChange } from '~~/server/changes/record-change'
import { db, lock, writeIfSpace } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { token, user, workspace } from '~~/server/db/schema'
import type { AgentActor } from './actor'
import { sha256, tokenPrefix } from '~~/server/secrets/secrets'
import { assertCreatorActive, assertWorkspaceActive, type Suspension } from './suspension'

/** Returns whether a bearer credential has the form of an agent token. */
export function looksLikeToken(bearer: string): boolean {
  return bearer.startsWith(tokenPrefix)
}

/**
 * The columns that contain the suspension of a token's workspace, and the suspension of the person who
 * created the token.
 */
export const tokenStates = {
  workspace: { suspendedAt: workspace.suspendedAt, deletesAt: workspace.deletesAt },
  // The id is selected first because Drizzle returns null for an object of a left join only if its first
  // column is null.
  creator: { id: user.id, suspendedAt: user.suspendedAt, deletesAt: user.deletesAt },
}

const byHash = prepared({ hash: token.hash }, (executor, { hash }) =>
  executor
    .select({ token, ...tokenStates })
    .from(token)
    .innerJoin(workspace, eq(workspace.id, token.workspaceId))
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(eq(token.hash, hash)),
)

const byId = prepared({ id: token.id }, (executor, { id }) =>
  executor
    .select({ token, ...tokenStates })
    .from(token)
    .innerJoin(workspace, eq(workspace.id, token.workspaceId))
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(eq(token.id, id)),
)

/** Throws `suspended` for a token whose workspace or creator is suspended. */
export function assertTokenActive(states: { workspace: Suspension; creator: Suspension | null }): void {
  assertWorkspaceActive(states.workspace)
  assertCreatorActive(states.creator)
}

/**
 * Returns the agent that has a token secret. Throws the same `unauthorized` for unknown, revoked and expired
 * tokens, and `suspended` if the workspace or the token's creator is suspended. Records the use at most once
 * per UTC day.
 */
export async function agentOf(secret: string): Promise<AgentActor> {
  const [found] = await byHash(db, { hash: sha256(secret) })
  return activeAgent(found)
}

/** Returns the agent of a token with an id: see {@link agentOf}. */
export async function agentById(id: string): Promise<AgentActor> {
  const [found] = await byId(db, { id })
  return activeAgent(found)
}

async function activeAgent(
  found: Awaited<ReturnType<typeof byHash>>[number] | undefined,
): Promise<AgentActor> {
  const now = Date.now()
  const row = found?.token
  if (!row || !isLive(row, now))
    throw new AppError('unauthorized', { message: 'This agent token is unknown, revoked or expired.' })
  assertTokenActive(found)
  const actor: AgentActor = {
    type: 'agent',
    id: row.id,
    name: row.name,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    projectId: row.projectId,
    capabilities: row.capabilities,
    expiresAt: row.expiresAt,
  }
  if (usedBefore(row.lastUsedAt, now)) await recordUse(actor, now)
  return actor
}

/** The SQL condition that a token is neither revoked nor expired. */
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

/** Returns whether the token was last used on an earlier UTC day, or never. */
function usedBefore(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || Math.floor(lastUsedAt / DAY) < Math.floor(now / DAY)
}

async function recordUse(actor: AgentActor, now: number): Promise<void> {
  await writeIfSpace(async tx => {
    await lock(actor.workspaceId)
    const [row] = await tx.select({ lastUsedAt: token.lastUsedAt }).from(token).where(eq(token.id, actor.id))
    if (!row || !usedBefore(row.lastUsedAt, now)) return
    await tx.update(token).set({ lastUsedAt: now }).where(eq(token.id, actor.id))
    await recordChange(tx, {
      kind: 'token.used',
      actor,
      subjectId: actor.id,
      workspaceId: actor.workspaceId,
      projectId: actor.projectId,
    })
  })
}
