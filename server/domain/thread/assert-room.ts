import { count, eq, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { comment, thread } from '~~/server/db/schema'

const usedBy = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ comments: count(), text: sql`coalesce(sum(length(${comment.body})), 0)`.mapWith(Number) })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .where(eq(thread.reviewId, reviewId)),
)

/**
 * Throws `conflict` if a review has more comments, or more text in comments, than allowed. The limit exists
 * because all comments of a review are read together. Call it after the statement that inserts a comment or
 * makes it longer, since the counts include the change. The caller need not wait for that statement.
 */
export async function assertRoomForComment(tx: Db, reviewId: string): Promise<void> {
  const [used] = await usedBy(tx, { reviewId })
  const { reviewComments, reviewCommentText } = limits
  if ((used?.comments ?? 0) <= reviewComments && (used?.text ?? 0) <= reviewCommentText) return
  throw new AppError('conflict', {
    message: `A review has at most ${reviewComments} comments with ${reviewCommentText} characters.`,
    hint: 'Open another review, or delete comments that are no longer needed.',
  })
}
