import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'

/**
 * Accepts what a person saw when they verified a review: of each artifact, the latest revision that was
 * complete at that time and shows the state after a change. It replaces what was accepted in this review
 * before. Without a time, nothing of the review is accepted any more.
 */
export async function acceptRevisions(tx: Db, reviewId: string, verifiedAt: number | null): Promise<void> {
  const ofReview = tx.select({ id: artifact.id }).from(artifact).where(eq(artifact.reviewId, reviewId))
  await tx
    .update(revision)
    .set({ acceptedAt: null })
    .where(and(inArray(revision.artifactId, ofReview), isNotNull(revision.acceptedAt)))
  if (verifiedAt === null) return
  const completed = await tx
    .select({ id: revision.id, artifactId: revision.artifactId })
    .from(revision)
    .where(
      and(
        inArray(revision.artifactId, ofReview),
        lte(revision.completedAt, verifiedAt),
        eq(revision.isBefore, false),
      ),
    )
    .orderBy(asc(revision.index))
  const latest = new Map(completed.map(({ id, artifactId }) => [artifactId, id]))
  await tx
    .update(revision)
    .set({ acceptedAt: verifiedAt })
    .where(inArray(revision.id, [...latest.values()]))
}
