import { eq, sql } from 'drizzle-orm'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { project } from '~~/server/db/schema'

const add = prepared(
  { id: project.id, all: project.reviewCount, open: project.openReviewCount },
  (executor, { id, all, open }) =>
    executor
      .update(project)
      .set({
        reviewCount: sql`${project.reviewCount} + ${all}`,
        openReviewCount: sql`${project.openReviewCount} + ${open}`,
        reviewsVersion: sql`${project.reviewsVersion} + 1`,
      })
      .where(eq(project.id, id)),
)

/**
 * Adds `all` to the number of a project's reviews, and `open` to the number of reviews that are not verified.
 * Also increments the version of the project's list of reviews. Call it in the transaction that creates,
 * updates, decides or deletes a review. The numbers are stored, because counting 100,000 reviews takes longer
 * than everything else that a page needs.
 */
export async function adjustReviewCounts(
  tx: Db,
  projectId: string,
  { all, open }: { all: number; open: number },
): Promise<void> {
  await add(tx, { id: projectId, all, open })
}

/** Returns 1 if a review with this status counts as open, or 0 if it is verified. */
export const openCount = (status: ReviewStatus): 0 | 1 => (status === 'verified' ? 0 : 1)
