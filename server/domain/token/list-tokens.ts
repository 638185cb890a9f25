import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { iso, isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission, workspacesWith } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { token, user } from '~~/server/db/schema'

/** Lists agent tokens without their secrets, newest first. */
export async function listTokens(
  human: HumanActor,
  input: Input<'listTokens'>,
): Promise<Output<'listTokens'>> {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'manageTokens', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : workspacesWith(human, 'manageTokens')
  const rows = await db
    .select({ token, creator: user.name })
    .from(token)
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(
      and(
        inArray(token.workspaceId, workspaces),
        input.createdBy === undefined ? undefined : eq(token.createdBy, input.createdBy),
      ),
    )
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
