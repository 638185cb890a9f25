import { eq, sql } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { review } from '~~/server/db/schema'
import { queuePullRequest } from './pull-request'
import { emit } from './pubsub'

const touch = prepared({ id: review.id, now: review.updatedAt }, (executor, { id, now }) =>
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
 * Increments a review's version and sets its `updatedAt`, in the transaction of a change of anything in the
 * review, queues what its pull request shows, and emits the change. Two changes never have the same
 * `updatedAt`, so it identifies a state. Returns the version. For a review that the transaction deleted it
 * only emits, and returns null.
 */
export async function touchReview(tx: Db, reviewId: string): Promise<number | null> {
  const [row] = await touch(tx, { id: reviewId, now: Date.now() })
  if (row) await queuePullRequest(tx, { id: reviewId, ...row })
  emit(reviewId)
  return row?.version ?? null
}
