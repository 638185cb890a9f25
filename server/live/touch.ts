import { eq, sql } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { emit } from './pubsub'

/**
 * Increments a review's version and sets its `updatedAt`, in the transaction of a change of anything in the
 * review, and emits the change. Two changes never have the same `updatedAt`, so it identifies a state. Emits
 * only, for a review that the transaction deleted.
 */
export async function touchReview(tx: Db, reviewId: string): Promise<void> {
  const now = Date.now()
  const later = sql`case when ${review.updatedAt} < ${now} then ${now} else ${review.updatedAt} + 1 end`
  await tx
    .update(review)
    .set({ updatedAt: later, version: sql`${review.version} + 1` })
    .where(eq(review.id, reviewId))
  emit(reviewId)
}
