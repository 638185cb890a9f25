import { count, eq, sql, type Column } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { comment, thread } from '~~/server/db/schema'

/**
 * Returns the size of a column of text or JSON in bytes. SQLite knows it without reading the text. If all
 * texts of a large review were read for each of many comments that are sent together, all requests would have
 * to wait.
 */
const bytesOf = (column: Column) =>
  column.getSQLType() === 'text'
    ? sql`coalesce(octet_length(${column}), 0)`
    : sql`coalesce(octet_length(cast(${column} as text)), 0)`

const usedBy = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ comments: count(), bytes: sql`coalesce(sum(${bytesOf(comment.body)}), 0)`.mapWith(Number) })
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
  if ((used?.comments ?? 0) <= reviewComments && (used?.bytes ?? 0) <= reviewCommentText) return
  throw new AppError('conflict', {
    message: `A review has at most ${reviewComments} comments with ${reviewCommentText} bytes.`,
    hint: 'Open another review, or delete comments that are no longer needed.',
  })
}

const markedBy = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) => {
  const [geometry, shapes, elements, events] = [
    bytesOf(thread.geometry),
    bytesOf(thread.shapes),
    bytesOf(thread.elements),
    bytesOf(thread.events),
  ]
  return executor
    .select({
      bytes: sql`coalesce(sum(${geometry} + ${shapes} + ${elements} + ${events}), 0)`.mapWith(Number),
    })
    .from(thread)
    .where(eq(thread.reviewId, reviewId))
})

/**
 * Throws `conflict` if the comments of a review mark more, counted in bytes of JSON, than allowed. Call it
 * after a statement that stores shapes, elements or events, for the same reason as {@link
 * assertRoomForComment}. Guests may use half of the limit, so that members have space for comments.
 */
export async function assertRoomForMarks(tx: Db, reviewId: string, isGuest = false): Promise<void> {
  const [used] = await markedBy(tx, { reviewId })
  const most = isGuest ? limits.reviewMarks / 2 : limits.reviewMarks
  if ((used?.bytes ?? 0) <= most) return
  throw new AppError('conflict', {
    message: `The shapes and contexts of a review's comments have at most ${most} bytes.`,
    hint: 'Open another review, draw with fewer points, or delete comments that are no longer needed.',
  })
}
