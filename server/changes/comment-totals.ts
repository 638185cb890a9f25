import { eq } from 'drizzle-orm'
import { withCommit, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { review } from '~~/server/db/schema'

const clear = prepared({ id: review.id }, (executor, { id }) =>
  executor
    .update(review)
    .set({ commentCount: null, commentBytes: null, markBytes: null })
    .where(eq(review.id, id)),
)

/**
 * Removes the totals of the comments of a review from which comments were deleted. They are counted when the
 * next comment is added: see domain/thread/usage.ts.
 */
export function clearTotals(tx: Db, { reviewId }: { reviewId: string }): void {
  withCommit(clear(tx, { id: reviewId }))
}
