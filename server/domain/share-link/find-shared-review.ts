import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { LoadedReview } from '~~/server/access/loaders'
import { sha256 } from '~~/server/access/secrets'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { db } from '~~/server/db'
import { selectShareLinks } from '~~/server/db/joins'
import { shareLink } from '~~/server/db/schema'

/**
 * Returns the review of a share link. Throws the same `not_found` for unknown, revoked and expired links, and
 * `suspended`.
 */
export async function findSharedReview(token: string, now: number): Promise<LoadedReview> {
  const [row] = await selectShareLinks(db).where(
    and(
      eq(shareLink.hash, sha256(token)),
      isNull(shareLink.revokedAt),
      or(isNull(shareLink.expiresAt), gt(shareLink.expiresAt, now)),
    ),
  )
  if (!row)
    throw new AppError('not_found', {
      message: 'Share link not found.',
      hint: 'The link may have been revoked or have expired. Ask the person who shared it.',
    })
  assertWorkspaceActive(row.workspace)
  return row
}
