import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import { approvalOf } from './approval'

/** A verdict that verified a review. The time is in epoch milliseconds. */
interface Verification {
  by: string
  at: number
}

/**
 * Accepts what a person saw when they verified a review: of each artifact, the latest revision that was
 * complete at that time and shows the state after a change. Approves it too, unless an approval holds. It
 * replaces what an earlier verification (`before`) accepted and approved. Without a verification, nothing of
 * the review is accepted any more.
 */
export async function acceptRevisions(
  tx: Db,
  reviewId: string,
  verification: Verification | null,
  before: Pick<Verification, 'at'> | null,
): Promise<void> {
  const ofReview = tx.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId))
  await tx
    .update(revision)
    .set({ acceptedAt: null })
    .where(and(inArray(revision.artifactId, ofReview), isNotNull(revision.acceptedAt)))
  if (before) await withdrawApprovals(tx, reviewId, before.at)
  if (verification === null) return
  const completed = await tx
    .select({
      revision: {
        id: revision.id,
        index: revision.index,
        isBefore: revision.isBefore,
        completedAt: revision.completedAt,
        change: revision.change,
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
    .where(and(eq(artifact.reviewId, reviewId), lte(revision.completedAt, verification.at)))
    .orderBy(asc(revision.index))
  const accepted: string[] = []
  const approvals: Promise<unknown>[] = []
  for (const [artifactId, rows] of Map.groupBy(completed, each => each.artifact.id)) {
    const latest = rows.findLast(each => !each.revision.isBefore)
    if (!latest) continue
    accepted.push(latest.revision.id)
    const own = approvalOf(
      latest.artifact,
      rows.map(each => each.revision),
    )
    if (!own?.holds) approvals.push(approve(tx, artifactId, latest.revision.id, verification))
  }
  // The statements are sent together.
  await Promise.all([
    ...approvals,
    tx.update(revision).set({ acceptedAt: verification.at }).where(inArray(revision.id, accepted)),
  ])
}

const approve = async (tx: Db, artifactId: string, approvedRevisionId: string, { by, at }: Verification) =>
  tx
    .update(artifact)
    .set({ approvedRevisionId, approvedBy: by, approvedAt: at })
    .where(eq(artifact.id, artifactId))

/** Removes the approvals of a review that a verification at this time has given. */
const withdrawApprovals = (tx: Db, reviewId: string, verifiedAt: number) =>
  tx
    .update(artifact)
    .set({ approvedRevisionId: null, approvedBy: null, approvedAt: null })
    .where(and(eq(artifact.reviewId, reviewId), eq(artifact.approvedAt, verifiedAt)))
