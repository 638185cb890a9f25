import { count, eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, revision } from '~~/server/db/schema'

// The page of a review and most responses about a review contain all of its artifacts and revisions, also
// those with an incomplete upload. Without limits, one agent could make a review so large that each reading
// of it would block all other requests for seconds.

const artifactsOf = prepared(
  { reviewId: artifact.reviewId, limit: Number },
  (executor, { reviewId, limit }) =>
    executor.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId)).limit(limit),
)

const revisionsOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ count: count() })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(eq(artifact.reviewId, reviewId)),
)

/** Throws `conflict` for a review with the maximum number of artifacts. */
export async function assertArtifactLimit(tx: Db, reviewId: string): Promise<void> {
  const limit = limits.reviewArtifacts
  const found = await artifactsOf(tx, { reviewId, limit })
  if (found.length < limit) return
  throw new AppError('conflict', {
    message: `This review has ${limit} artifacts, which is the maximum.`,
    hint: 'Open another review, or add a revision to an artifact that the review has.',
  })
}

/** Throws `conflict` for a review with the maximum number of revisions. */
export async function assertRevisionLimit(tx: Db, reviewId: string): Promise<void> {
  const [found] = await revisionsOf(tx, { reviewId })
  if ((found?.count ?? 0) < limits.reviewRevisions) return
  throw new AppError('conflict', {
    message: `This review has ${limits.reviewRevisions} revisions, which is the maximum.`,
    hint: 'Open another review, or ask a person to delete artifacts that are no longer needed.',
  })
}
