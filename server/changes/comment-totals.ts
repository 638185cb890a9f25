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
 * Clears the stored totals of a review's comments after comments were deleted. The comments are counted when
 * the next one is added: see domain/thread/usage.ts.
 */
export function clearTotals(tx: Db, { reviewId }: { reviewId: string }): void {
  withCommit(clear(tx, { id: reviewId }))
}
