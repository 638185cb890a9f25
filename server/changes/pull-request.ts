import { and, eq, inArray, isNotNull, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { withCommit, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { forgeConnection, project, pullRequestUpdate, review } from '~~/server/db/schema'

const { dueAt: present, changes } = pullRequestUpdate

/** The values of a new row of the table, in the order of its columns. The update is due at the given time. */
const newUpdate = (due: SQLWrapper) => ({
  reviewId: review.id,
  projectId: review.projectId,
  changes: sql`1`.as('changes'),
  written: sql`null`.as('written'),
  attempt: sql`0`.as('attempt'),
  dueAt: sql`cast(${due} as bigint)`.as('due_at'),
  claimedUntil: sql`null`.as('claimed_until'),
  pullRequest: sql`null`.as('pull_request'),
  commentId: sql`null`.as('comment_id'),
  commentDeleted: sql`false`.as('comment_deleted'),
  status: sql`null`.as('status'),
  error: sql`null`.as('error'),
  errorAt: sql`null`.as('error_at'),
})

/**
 * Queues an update of the pull request of a review. The update is due at the given time. If an update of this
 * review is already waiting, it keeps the earlier one of the two due times, even if it is a retry.
 */
const queueUpdate = prepared({ reviewId: review.id, due: present }, (executor, { reviewId, due }) =>
  executor
    .insert(pullRequestUpdate)
    .select(
      executor
        .select(newUpdate(due))
        .from(review)
        .innerJoin(forgeConnection, eq(forgeConnection.projectId, review.projectId))
        .where(and(eq(review.id, reviewId), isNotNull(review.prRef))),
    )
    .onConflictDoUpdate({
      target: pullRequestUpdate.reviewId,
      set: {
        changes: sql`${changes} + 1`,
        attempt: 0,
        dueAt: sql`case when ${present} <= ${due} then ${present} else ${due} end`,
      },
    }),
)

/**
 * Queues an update of the pull request of a changed review, if its project is connected to a repository.
 * Several changes within a few seconds cause only one update.
 */
export function queuePullRequest(tx: Db, { reviewId }: { reviewId: string }): void {
  withCommit(queueUpdate(tx, { reviewId, due: Date.now() + limits.pullRequestGatherMs }))
}

/**
 * Schedules a check of every pull request of a project whose `baselines` is `merged`, which means that
 * merging a pull request accepts its evidence. Pull requests of reviews from before the project was
 * connected are included. A check writes nothing to a pull request that already shows the state of its
 * review.
 */
export function queuePullRequestChecks(tx: Db, { projectId }: { projectId?: string | null }): void {
  if (!projectId) return
  const accepting = tx
    .select({ id: project.id })
    .from(project)
    .where(and(eq(project.id, projectId), eq(project.baselines, 'merged')))
  const now = Date.now()
  // A new row has no changes to write, so it only causes a check of the pull request.
  const check = {
    ...newUpdate(sql`${now}`),
    changes: sql`0`.as('changes'),
    written: sql`0`.as('written'),
  }
  withCommit(
    tx
      .insert(pullRequestUpdate)
      .select(
        tx
          .select(check)
          .from(review)
          .innerJoin(forgeConnection, eq(forgeConnection.projectId, review.projectId))
          .where(and(inArray(review.projectId, accepting), isNotNull(review.prRef))),
      )
      .onConflictDoNothing(),
  )
  withCommit(
    tx
      .update(pullRequestUpdate)
      .set({ dueAt: now })
      .where(and(inArray(pullRequestUpdate.projectId, accepting), isNull(present))),
  )
}
