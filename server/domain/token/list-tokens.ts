import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { may } from '#shared/permissions'
import { iso, isoOrNull } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { requireRole } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { token, user } from '~~/server/db/schema'

/** Lists agent tokens without their secrets, newest first. */
export async function listTokens(actor: Actor, input: Input<'listTokens'>): Promise<Output<'listTokens'>> {
  const human = requireHuman(actor)
  if (input.workspaceId) requireRole(human, input.workspaceId, 'contribute', 'workspaceId')
  const workspaces = [...human.roles]
    .filter(([id, role]) => may(role, 'contribute') && (!input.workspaceId || id === input.workspaceId))
    .map(([id]) => id)
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
