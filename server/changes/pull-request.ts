import { eq, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { forgeConnection, pullRequestUpdate } from '~~/server/db/schema'

const connectionOf = prepared({ projectId: forgeConnection.projectId }, (executor, { projectId }) =>
  executor
    .select({ projectId: forgeConnection.projectId })
    .from(forgeConnection)
    .where(eq(forgeConnection.projectId, projectId)),
)

/**
 * Queues what the pull request of a review shows, in the transaction of a change of the review, if its
 * project is connected to a repository. Changes within a few seconds are written at once.
 */
export async function queuePullRequest(
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
        // A retry later than that is made with the change.
        dueAt: sql`case when ${present} <= ${due} then ${present} else ${due} end`,
      },
    })
}
