import { and, asc, count, eq, isNotNull, max, sql } from 'drizzle-orm'
import type { ComparisonStatus } from '#shared/contract/comparison'
import type { ReviewFacts } from '#shared/forge/review-comment'
import { reviewState } from '#shared/forge/review-state'
import { isoOrNull } from '#shared/time'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, revision } from '~~/server/db/schema'
import { isCurrentRevision } from '~~/server/domain/artifact/current-revision'
import { withOwnDifferences } from '~~/server/domain/artifact/serialize'
import { serializeReview } from '~~/server/domain/review/serialize'
import { countThreads } from '~~/server/domain/thread/counts'

/**
 * Counts the artifacts of a review by their status and by the result of the comparison of their current
 * revision with the accepted one. The result is null without a comparison or without a completed revision.
 */
const evidenceOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) => {
  const baseline = sql<ComparisonStatus | null>`${revision.baseline} ->> 'status'`
  return executor
    .select({ status: artifact.status, baseline, count: count(), completedAt: max(revision.completedAt) })
    .from(artifact)
    .leftJoin(
      revision,
      and(eq(revision.artifactId, artifact.id), isNotNull(revision.completedAt), isCurrentRevision),
    )
    .where(eq(artifact.reviewId, reviewId))
    .groupBy(artifact.status, baseline)
})

const completedOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select({
      artifactId: revision.artifactId,
      roundId: revision.roundId,
      commit: revision.commit,
      isBefore: revision.isBefore,
      completedAt: revision.completedAt,
      change: sql<ComparisonStatus | null>`${revision.change} ->> 'status'`,
    })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(and(eq(artifact.reviewId, reviewId), isNotNull(revision.completedAt)))
    .orderBy(asc(revision.index)),
)

/**
 * Returns the state of a review that a commit status shows. It equals the state in `commentedReview`, but
 * only counts are read and not the evidence.
 */
export async function readFacts(executor: Db, { review, project }: LoadedReview): Promise<ReviewFacts> {
  const { id, title, url, ...shown } = serializeReview(review)
  const evidence = await evidenceOf(executor, { reviewId: id })
  const threadCounts = (await countThreads(executor, id)).review
  const changes = { changed: 0, new: 0, same: 0, expired: 0 }
  for (const each of evidence) if (each.baseline !== null) changes[each.baseline] += each.count
  const current = evidence.map(each => ({ currentRevision: { completedAt: isoOrNull(each.completedAt) } }))
  const mayPass =
    project.passesUnchanged &&
    shown.status === 'open' &&
    threadCounts.open + threadCounts.addressed === 0 &&
    evidence.length > 0 &&
    evidence.every(({ status, baseline }) => status === 'ready' && baseline === 'same')
  const passes = mayPass && !(await hasOwnDifference(executor, id))
  return { id, title, url, threadCounts, state: reviewState(shown, current), changes, passes }
}

/**
 * Returns whether the current revision of at least one artifact looks different from an earlier revision of
 * the same round and commit. Such a screen does not always look the same.
 */
async function hasOwnDifference(executor: Db, reviewId: string): Promise<boolean> {
  const rows = await completedOf(executor, { reviewId })
  const revisions = rows.map(row => ({ ...row, change: row.change && { status: row.change } }))
  const byArtifact = Map.groupBy(revisions, each => each.artifactId)
  return [...byArtifact.values()].some(each => withOwnDifferences(each).at(-1)?.differsFromItself)
}
