import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { planIds, plans, type PlanId } from '#shared/plans'
import { DAY } from '#shared/time'
import { artifact, project, review, revision, workspace } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { settings } from '~~/server/settings'
import { removeInBatches } from './batches'

/**
 * Deletes media past its recovery window, for good: first the row says so, then the files go. What a crash
 * leaves in between is nobody's any more. Answers how many revisions lost their media.
 */
export async function deleteExpiredMedia(now = Date.now()): Promise<number> {
  if (settings().retention === 'off') return 0
  return removeInBatches(async (tx, limit) => {
    // The plan is read in the transaction that deletes: an upgrade a moment ago keeps its media.
    const rows = await tx
      .select({ id: revision.id, reviewId: review.id })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .innerJoin(review, eq(review.id, artifact.reviewId))
      .innerJoin(project, eq(project.id, review.projectId))
      .innerJoin(workspace, eq(workspace.id, project.workspaceId))
      .where(
        and(
          isNotNull(revision.completedAt),
          isNull(revision.mediaDeletedAt),
          or(
            ...planIds.map(plan =>
              and(eq(workspace.plan, plan), lte(revision.completedAt, now - lifetime(plan))),
            ),
          ),
        ),
      )
      .limit(limit)
    for (const { id } of rows) {
      await tx
        .update(revision)
        .set({
          mediaDeletedAt: now,
          originalKey: null,
          embedKey: null,
          posterOriginalKey: null,
          posterKey: null,
        })
        .where(eq(revision.id, id))
    }
    for (const id of new Set(rows.map(row => row.reviewId))) await touchReview(tx, id, now)
    return rows.map(row => row.id)
  })
}

/** From completion to the end of the recovery window. */
function lifetime(plan: PlanId): number {
  const { visibleDays, recoverableDays } = plans[plan].retention
  return (visibleDays + recoverableDays) * DAY
}
