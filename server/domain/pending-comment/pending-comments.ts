import { and, count, eq, inArray } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment } from '#shared/contract/pending-comment'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import type { InReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { pendingComment } from '~~/server/db/schema'
import { attachImages, serializeImage, type CommentImageRow } from '~~/server/domain/thread/comment-images'

export type PendingRow = typeof pendingComment.$inferSelect

const ownOf = prepared(
  { reviewId: pendingComment.reviewId, authorId: pendingComment.authorId },
  (executor, { reviewId, authorId }) =>
    executor
      .select()
      .from(pendingComment)
      .where(and(eq(pendingComment.reviewId, reviewId), eq(pendingComment.authorId, authorId))),
)

/** Returns a person's pending comments on a review, oldest first. */
export async function readPending(executor: Db, human: HumanActor, reviewId: string): Promise<PendingRow[]> {
  return (await ownOf(executor, { reviewId, authorId: human.id })).toSorted(byCreation)
}

/** Deletes pending comments inside the given transaction. */
export async function removePending(tx: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(pendingComment).where(inArray(pendingComment.id, ids))
}

/**
 * Inserts a pending comment inside the given transaction. Records no audit event and does not change the
 * review, since no other person may notice a pending comment. Throws `conflict` if the person has the maximum
 * number of pending comments, and throws as {@link attachImages} does.
 */
export async function insertPending(
  tx: Db,
  human: HumanActor,
  { review }: InReview,
  written: Pick<PendingRow, 'threadId' | 'place' | 'body'>,
  imageIds: readonly string[] | undefined,
): Promise<PendingComment> {
  const [pending] = await tx
    .select({ count: count() })
    .from(pendingComment)
    .where(and(eq(pendingComment.reviewId, review.id), eq(pendingComment.authorId, human.id)))
  if ((pending?.count ?? 0) >= limits.pendingComments)
    throw new AppError('conflict', {
      message: `You have ${limits.pendingComments} pending comments on this review, which is the maximum.`,
      hint: 'Submit the review, or discard some of them.',
    })
  const row: PendingRow = {
    id: newId('pendingComment'),
    reviewId: review.id,
    authorId: human.id,
    createdAt: Date.now(),
    ...written,
  }
  await tx.insert(pendingComment).values(row)
  const images = await attachImages(tx, human, review.id, { pendingCommentId: row.id }, imageIds)
  return serializePending(row, images)
}

/**
 * Returns a pending comment in the form of the API contract. `images` must contain its images, and may
 * contain images of other comments.
 */
export function serializePending(
  { id, body, threadId, place, createdAt }: PendingRow,
  images: CommentImageRow[],
): PendingComment {
  const own = images.filter(each => each.pendingCommentId === id).map(serializeImage)
  // Earlier versions of Exhibit stored the place of a comment without `frameMs`, so it is added here.
  const placed = place && { ...place, frameMs: place.frameMs ?? null }
  return { id, body, images: own, threadId, place: placed, createdAt: iso(createdAt) }
}
