import { and, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckAlone } from '~~/server/access/write-guard'
import { workspacesOf } from '~~/server/access/loaders'
import { writeRemoval } from '~~/server/db'
import { token } from '~~/server/db/schema'
import { markRevoked } from './mark-revoked'

/**
 * Revokes an agent token immediately. Throws the same `not_found` for a token that is revoked, belongs to
 * another workspace or does not exist.
 */
export async function revokeToken(human: HumanActor, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    await beginPermissionCheckAlone(tx, human)
    const [row] = await tx
      .select()
      .from(token)
      .where(
        and(eq(token.id, input.id), isNull(token.revokedAt), inArray(token.workspaceId, workspacesOf(human))),
      )
    if (!row) throw new AppError('not_found', { message: 'Agent token not found.' })
    requirePermission(human, row.workspaceId, 'manageTokens')
    await markRevoked(tx, human, row.id)
  })
}
