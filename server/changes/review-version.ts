import { eq, sql } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { review } from '~~/server/db/schema'
import type { Outcome } from './subscriber'

const increase = prepared({ id: review.id, now: review.updatedAt }, (executor, { id, now }) =>
  executor
    .update(review)
    .set({
      updatedAt: sql`case when ${review.updatedAt} < ${now} then ${now} else ${review.updatedAt} + 1 end`,
      version: sql`${review.version} + 1`,
    })
    .where(eq(review.id, id))
    .returning({ version: review.version, projectId: review.projectId, prRef: review.prRef }),
)

/**
 * Increments the version of a review and sets its `updatedAt`. No two changes of a review have the same
 * `updatedAt`, so it identifies a state. Does nothing if the transaction deleted the review.
 */
export async function increaseVersion(
  tx: Db,
  { reviewId }: { reviewId: string },
  outcome: Outcome,
): Promise<void> {
  const [row] = await increase(tx, { id: reviewId, now: Date.now() })
  outcome.review = row ?? null
}
