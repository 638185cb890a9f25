import { eq, sql } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'

/** Moves a review's version on, in the transaction of a change of anything in it. */
export async function touchReview(tx: Db, reviewId: string, now = Date.now()): Promise<void> {
  await tx.update(review).set({ updatedAt: now, version: sql`${review.version} + 1` }).where(eq(review.id, reviewId))
}
