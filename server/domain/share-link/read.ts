import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { SharedReview } from '#shared/contract/share-link'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { sha256 } from '~~/server/access/secrets'
import { db } from '~~/server/db'
import { project, review, shareLink, thread, workspace } from '~~/server/db/schema'
import { serializeParts, serializeRounds } from '~~/server/domain/review/serialize'
import { serializeThreads } from '~~/server/domain/thread/serialize'

/**
 * What a share link shows to anybody: its one review with all threads and embed addresses; no download addresses, no
 * personal state. Unknown, revoked and expired links throw the same `not_found`.
 */
export async function readShare(_actor: Actor, input: { token: string }): Promise<SharedReview> {
  const now = Date.now()
  const [row] = await db.select({ review, project, workspace: { id: workspace.id, plan: workspace.plan } }).from(shareLink)
    .innerJoin(review, eq(review.id, shareLink.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(and(eq(shareLink.hash, sha256(input.token)), isNull(shareLink.revokedAt), or(isNull(shareLink.expiresAt), gt(shareLink.expiresAt, now))))
  if (!row) throw new AppError('not_found', { message: 'There is nothing at this address.', hint: 'The link may have been revoked or have expired. Ask whoever shared it.' })
  return {
    ...await serializeParts(db, row, now, false),
    rounds: await serializeRounds(db, row.review.id),
    threads: await serializeThreads(db, eq(thread.reviewId, row.review.id)),
  }
}
