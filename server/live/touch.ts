import { eq, sql } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { announce } from './pubsub'

/**
 * Moves a review's version on, in the transaction of a change of anything in it, and lets its watchers know.
 * Two changes of one review never have the same `updatedAt`: who knows it knows the state.
 */
export async function touchReview(tx: Db, reviewId: string, now = Date.now()): Promise<void> {
  const later = sql`case when ${review.updatedAt} < ${now} then ${now} else ${review.updatedAt} + 1 end`
  await tx
    .update(review)
    .set({ updatedAt: later, version: sql`${review.version} + 1` })
    .where(eq(review.id, reviewId))
  announce(reviewId)
}
