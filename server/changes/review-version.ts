import { and, eq, sql } from 'drizzle-orm'
import { withCommit, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { archived, review } from '~~/server/db/schema'

const increase = prepared({ id: review.id, now: review.updatedAt }, (executor, { id, now }) =>
  executor
    .update(review)
    .set({
      updatedAt: sql`case when ${review.updatedAt} < ${now} then ${now} else ${review.updatedAt} + 1 end`,
      version: sql`${review.version} + 1`,
    })
    .where(eq(review.id, id)),
)

/**
 * Increments the version of a review and sets its `updatedAt`. No two changes of a review have the same
 * `updatedAt`, so it identifies a state. Does nothing if the transaction deleted the review.
 */
export function increaseVersion(tx: Db, { reviewId, at }: { reviewId: string; at?: number }): void {
  withCommit(increase(tx, { id: reviewId, now: at ?? Date.now() }))
}

const keepArchived = prepared({ id: review.id }, (executor, { id }) =>
  executor
    .update(archived)
    .set({ version: sql`${archived.version} + 1` })
    .where(
      and(
        eq(archived.reviewId, id),
        eq(
          archived.version,
          executor.select({ version: review.version }).from(review).where(eq(review.id, id)),
        ),
      ),
    ),
)

/**
 * Increments the version of a review for a change that does not count as activity. The review keeps its place
 * in lists: `updatedAt` increases by a millisecond only. It also stays in the archives of people.
 */
export function increaseVersionWithoutActivity(tx: Db, { reviewId }: { reviewId: string }): void {
  withCommit(keepArchived(tx, { id: reviewId }))
  increaseVersion(tx, { reviewId, at: 0 })
}
