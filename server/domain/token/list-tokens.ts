import { and, desc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { iso, isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission, workspacesWith } from '~~/server/access/authorize'
import { liveTokens } from '~~/server/access/token'
import { db } from '~~/server/db'
import { token, user } from '~~/server/db/schema'

/**
 * Lists the valid agent tokens, and the latest of the others, newest first, without their secrets.
 */
export async function listTokens(
  human: HumanActor,
  input: Input<'listTokens'>,
): Promise<Output<'listTokens'>> {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'manageTokens', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : workspacesWith(human, 'manageTokens')
  const isListed = and(
    inArray(token.workspaceId, workspaces),
    input.createdBy === undefined ? undefined : eq(token.createdBy, input.createdBy),
  )
  const now = Date.now()
  const ended = db
    .select({ id: token.id })
    .from(token)
    .where(and(isListed, or(isNotNull(token.revokedAt), lte(token.expiresAt, now))))
    .orderBy(desc(token.createdAt), desc(token.id))
    .limit(limits.pageSize)
  const rows = await db
    .select({ token, creator: user.name })
    .from(token)
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(and(isListed, or(liveTokens(now), inArray(token.id, ended))))
    .orderBy(desc(token.createdAt), desc(token.id))
  return {
    tokens: rows.map(({ token: each, creator }) => ({
      id: each.id,
      name: each.name,
      prefix: each.prefix,
      workspaceId: each.workspaceId,
      projectId: each.projectId,
      capabilities: each.capabilities,
      createdAt: iso(each.createdAt),
      createdBy: creator,
      lastUsedAt: isoOrNull(each.lastUsedAt),
      expiresAt: isoOrNull(each.expiresAt),
      revokedAt: isoOrNull(each.revokedAt),
    })),
  }
}
