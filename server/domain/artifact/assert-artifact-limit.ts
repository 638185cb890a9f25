import { count, eq, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, revision } from '~~/server/db/schema'
import { bytesOf } from '~~/server/domain/thread/usage'

// The page of a review and most responses about a review contain all of its artifacts and revisions,
// including those whose upload is incomplete. Without limits, one agent could make a review so large that
// reading it would block all other requests for seconds each time.

const artifactsOf = prepared(
  { reviewId: artifact.reviewId, limit: Number },
  (executor, { reviewId, limit }) =>
    executor.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId)).limit(limit),
)

/** The columns of a revision that responses about a review contain, and whose size the caller determines. */
const texts = [
  ...[revision.description, revision.route, revision.viewport, revision.commit, revision.scenario],
  ...[revision.pending, revision.change, revision.baseline],
]

const revisionsOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select({
      count: count(),
      bytes: sql`coalesce(sum(${sql.join(texts.map(bytesOf), sql` + `)}), 0)`.mapWith(Number),
    })
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

/**
 * Throws `conflict` for a review with the maximum number of revisions, or with the maximum size of the texts
 * of its revisions.
 */
export async function assertRevisionLimit(tx: Db, reviewId: string): Promise<void> {
  const [found] = await revisionsOf(tx, { reviewId })
  const { reviewRevisions, reviewRevisionText } = limits
  if (!found || (found.count < reviewRevisions && found.bytes < reviewRevisionText)) return
  throw new AppError('conflict', {
    message: `A review has at most ${reviewRevisions} revisions with ${reviewRevisionText} bytes of text.`,
    hint: 'Open another review, or ask a person to delete artifacts that are no longer needed.',
  })
}
