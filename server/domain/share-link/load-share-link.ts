import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Action } from '#shared/permissions'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db, type Db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import type { Share } from './open-share'

/**
 * Returns a share link that the caller may use for the action. Throws the same `not_found` for a link that is
 * revoked, belongs to another workspace or does not exist.
 */
export async function loadShareLink(
  caller: Caller,
  id: string,
  action: Action,
  executor: Db = db,
): Promise<Share> {
  const missing = new AppError('not_found', { message: 'Share link not found.' })
  const [row] = await executor
    .select()
    .from(shareLink)
    .where(and(eq(shareLink.id, id), isNull(shareLink.revokedAt)))
  if (!row) throw missing
  const loaded = await loadReview(caller, row.reviewId, action, executor).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? missing : error
  })
  return { ...loaded, shareLink: row }
}
