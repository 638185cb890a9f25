import { and, eq } from 'drizzle-orm'
import { liveTokens } from '~~/server/access/token'
import { system } from '~~/server/changes/change'
import type { Db } from '~~/server/db'
import { token } from '~~/server/db/schema'
import { markRevoked } from './mark-revoked'

/**
 * Revokes the agent tokens that a person made in all workspaces, inside the given transaction, each with an
 * audit event. Returns their number.
 */
export async function revokeTokensMadeBy(tx: Db, userId: string): Promise<number> {
  const live = await tx
    .select({ id: token.id })
    .from(token)
    .where(and(eq(token.createdBy, userId), liveTokens()))
  for (const { id } of live) await markRevoked(tx, system, id)
  return live.length
}
