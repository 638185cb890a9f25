import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact } from '~~/server/db/schema'

const artifactsOf = prepared(
  { reviewId: artifact.reviewId, limit: Number },
  (executor, { reviewId, limit }) =>
    executor.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId)).limit(limit),
)

/**
 * Throws `conflict` for a review with the maximum number of artifacts. Artifacts with an incomplete upload
 * count too, since the page of the review shows them all.
 */
export async function assertArtifactLimit(tx: Db, reviewId: string): Promise<void> {
  const limit = limits.reviewArtifacts
  const found = await artifactsOf(tx, { reviewId, limit })
  if (found.length < limit) return
  throw new AppError('conflict', {
    message: `This review has ${limit} artifacts, which is the maximum.`,
    hint: 'Open another review, or add a revision to an artifact that the review has.',
  })
}
