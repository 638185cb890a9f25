import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import { approvalOf } from './approval'

/** A verdict that verified a review. The time is in epoch milliseconds. */
interface Verification {
  by: string
  at: number
}

/**
 * Accepts the revisions that a person saw when they verified a review. For each artifact, this is the latest
 * revision that was complete at that time and shows the state after a change. Also approves the artifact,
 * unless it has an approval that still holds. Removes the acceptances and approvals of the earlier
 * verification `before`. If `verification` is null, no revision of the review remains accepted.
 */
export async function acceptRevisions(
  tx: Db,
  reviewId: string,
  verification: Verification | null,
  before: Pick<Verification, 'at'> | null,
): Promise<void> {
  await acceptNone(tx, reviewId, 'acceptedAt')
  if (before) await withdrawApprovals(tx, reviewId, before.at)
  if (verification === null) return
  const accepted: string[] = []
  const approvals: Promise<unknown>[] = []
  for (const { artifact: shown, latest, rows } of await completedBy(tx, reviewId, verification.at)) {
    accepted.push(latest.id)
    if (!approvalOf(shown, rows)?.holds) approvals.push(approve(tx, shown.id, latest.id, verification))
  }
  // All statements are called before one is awaited, so that they are sent in one round trip.
  await Promise.all([
    ...approvals,
    tx.update(revision).set({ acceptedAt: verification.at }).where(inArray(revision.id, accepted)),
  ])
}

/**
 * Accepts the revisions that were merged with the pull request of a review at a time, in epoch milliseconds.
 * For each artifact, this is the latest revision that was complete at that time and shows the state after a
 * change. Accepts nothing if the review named another pull request or commit at that time, because the person
 * who merged did not see the review there.
 */
export async function acceptMerged(tx: Db, reviewId: string, mergedAt: number): Promise<void> {
  const [named] = await tx
    .select({ since: review.referencesChangedAt })
    .from(review)
    .where(eq(review.id, reviewId))
  if (!named || (named.since ?? 0) > mergedAt) return
  await acceptNone(tx, reviewId, 'mergedAt')
  const ids = (await completedBy(tx, reviewId, mergedAt)).map(each => each.latest.id)
  await tx.update(revision).set({ mergedAt }).where(inArray(revision.id, ids))
}

const ofReview = (tx: Db, reviewId: string) =>
  tx.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId))

const acceptNone = (tx: Db, reviewId: string, column: 'acceptedAt' | 'mergedAt') =>
  tx
    .update(revision)
    .set({ [column]: null })
    .where(and(inArray(revision.artifactId, ofReview(tx, reviewId)), isNotNull(revision[column])))

/**
 * Returns the artifacts of a review that had, at the given time, a completed revision that shows the state
 * after a change. Returns each artifact with the latest such revision, and with all revisions that were
 * complete at that time.
 */
async function completedBy(tx: Db, reviewId: string, at: number) {
  const completed = await tx
    .select({
      revision: {
        id: revision.id,
        index: revision.index,
        isBefore: revision.isBefore,
        completedAt: revision.completedAt,
        change: revision.change,
        embedHash: revision.embedHash,
      },
      artifact: {
        id: artifact.id,
        approvedRevisionId: artifact.approvedRevisionId,
        approvedBy: artifact.approvedBy,
        approvedAt: artifact.approvedAt,
      },
    })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(and(eq(artifact.reviewId, reviewId), lte(revision.completedAt, at)))
    .orderBy(asc(revision.index))
  return [...Map.groupBy(completed, each => each.artifact.id).values()].flatMap(all => {
    const [first] = all
    const rows = all.map(each => each.revision)
    const latest = rows.findLast(each => !each.isBefore)
    return first && latest ? [{ artifact: first.artifact, latest, rows }] : []
  })
}

const approve = async (tx: Db, artifactId: string, approvedRevisionId: string, { by, at }: Verification) =>
  tx
    .update(artifact)
    .set({ approvedRevisionId, approvedBy: by, approvedAt: at })
    .where(eq(artifact.id, artifactId))

/** Removes the approvals that the verification of a review at this time gave. */
const withdrawApprovals = (tx: Db, reviewId: string, verifiedAt: number) =>
  tx
    .update(artifact)
    .set({ approvedRevisionId: null, approvedBy: null, approvedAt: null })
    .where(and(eq(artifact.reviewId, reviewId), eq(artifact.approvedAt, verifiedAt)))
