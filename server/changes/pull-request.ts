import { eq, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { forgeConnection, pullRequestUpdate } from '~~/server/db/schema'
import type { ChangeOf } from './change'
import type { Outcome } from './subscriber'

const connectionOf = prepared({ projectId: forgeConnection.projectId }, (executor, { projectId }) =>
  executor
    .select({ projectId: forgeConnection.projectId })
    .from(forgeConnection)
    .where(eq(forgeConnection.projectId, projectId)),
)

/** Queues an update of the pull request of a changed review. */
export async function queuePullRequest(
  tx: Db,
  { reviewId }: { reviewId: string },
  { review }: Outcome,
): Promise<void> {
  if (review) await queueUpdate(tx, { id: reviewId, ...review })
}

/** Queues the first update of the pull request of a new review. */
export const queueFirstUpdate = (
  tx: Db,
  { reviewId: id, projectId, prRef }: ChangeOf<'review.created'>,
): Promise<void> => queueUpdate(tx, { id, projectId, prRef })

/**
 * Queues an update of the pull request of a review, if its project is connected to a repository. Changes
 * within a few seconds are written together.
 */
async function queueUpdate(
  tx: Db,
  { id, projectId, prRef }: { id: string; projectId: string; prRef: string | null },
): Promise<void> {
  if (prRef === null) return
  const [connected] = await connectionOf(tx, { projectId })
  if (!connected) return
  const dueAt = Date.now() + limits.pullRequestGatherMs
  const { dueAt: present, changes } = pullRequestUpdate
  const due = sql.param(dueAt, present)
  await tx
    .insert(pullRequestUpdate)
    .values({ reviewId: id, projectId, changes: 1, attempt: 0, dueAt, commentDeleted: false })
    .onConflictDoUpdate({
      target: pullRequestUpdate.reviewId,
      set: {
        changes: sql`${changes} + 1`,
        attempt: 0,
        // If the existing update is due earlier, its time stays the same. If it is a retry that is due later,
        // it becomes due at the earlier time.
        dueAt: sql`case when ${present} <= ${due} then ${present} else ${due} end`,
      },
    })
}
