import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { LoadedReview } from '~~/server/access/loaders'
import { sha256 } from '~~/server/access/secrets'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { db } from '~~/server/db'
import { selectShareLinks } from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import { shareLink } from '~~/server/db/schema'

const validLink = prepared(executor =>
  selectShareLinks(executor)
    .where(
      and(
        eq(shareLink.hash, sql.placeholder('hash')),
        isNull(shareLink.revokedAt),
        or(isNull(shareLink.expiresAt), gt(shareLink.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare(),
)

/**
 * Returns the review of a share link. Throws the same `not_found` for unknown, revoked and expired links, and
 * `suspended`.
 */
export async function findSharedReview(token: string, now: number): Promise<LoadedReview> {
  const [row] = await validLink(db).execute({ hash: sha256(token), now })
  if (!row)
    throw new AppError('not_found', {
      message: 'Share link not found.',
      hint: 'The link may have been revoked or have expired. Ask the person who shared it.',
    })
  assertWorkspaceActive(row.workspace)
  return row
}
