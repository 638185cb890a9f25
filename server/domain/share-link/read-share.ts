import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { SharedReview } from '#shared/contract/share-link'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { sha256 } from '~~/server/access/secrets'
import { db } from '~~/server/db'
import { project, review, shareLink, thread, workspace } from '~~/server/db/schema'
import { listen } from '~~/server/live/pubsub'
import { serializeParts, serializeRounds } from '~~/server/domain/review/serialize'
import { sighting } from '~~/server/domain/review/watch-review'
import { serializeThreads } from '~~/server/domain/thread/serialize'
import type { Watch } from '~~/server/live/live-review'

/** The review behind a share link. Unknown, revoked and expired links throw the same `not_found`. */
async function loadShared(token: string, now: number) {
  const [row] = await db
    .select({ review, project, workspace: { id: workspace.id, plan: workspace.plan } })
    .from(shareLink)
    .innerJoin(review, eq(review.id, shareLink.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(
      and(
        eq(shareLink.hash, sha256(token)),
        isNull(shareLink.revokedAt),
        or(isNull(shareLink.expiresAt), gt(shareLink.expiresAt, now)),
      ),
    )
  if (!row)
    throw new AppError('not_found', {
      message: 'There is nothing at this address.',
      hint: 'The link may have been revoked or have expired. Ask whoever shared it.',
    })
  return row
}

/**
 * What a share link shows to anybody: its one review with all threads and embed addresses; no download
 * addresses, no personal state. Throws `not_found` for a link that does not work.
 */
export async function readShare(_actor: Actor, input: { token: string }): Promise<SharedReview> {
  const now = Date.now()
  const row = await loadShared(input.token, now)
  return {
    ...(await serializeParts(db, row, now, false)),
    rounds: await serializeRounds(db, row.review.id),
    threads: await serializeThreads(db, eq(thread.reviewId, row.review.id)),
  }
}

/** A shared review for anybody to watch, as long as the link works. */
export async function watchShare(_actor: Actor, input: Input<'watchShare'>): Promise<Watch> {
  const { review } = await loadShared(input.token, Date.now())
  return {
    look: async () => sighting((await loadShared(input.token, Date.now())).review),
    listen: listener => listen([review.id], listener),
  }
}
