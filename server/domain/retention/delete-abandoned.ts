import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { artifact, revision } from '~~/server/db/schema'
import { statusAfterLoss } from '~~/server/domain/upload/reject-revision'
import { touchReview } from '~~/server/live/touch'
import { removeInBatches } from './batches'

/**
 * Removes revisions that were declared before an instant and never completed, with the bytes that arrived for
 * them. An artifact that is left without any revision goes too. Answers how many.
 */
export function removeAbandonedUploads(declaredBefore: number): Promise<number> {
  return removeInBatches(async (tx, limit) => {
    const rows = await tx
      .select({ id: revision.id, artifactId: artifact.id, reviewId: artifact.reviewId })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(and(isNull(revision.completedAt), lte(revision.createdAt, declaredBefore)))
      .limit(limit)
    await tx.delete(revision).where(
      inArray(
        revision.id,
        rows.map(row => row.id),
      ),
    )
    for (const id of new Set(rows.map(row => row.artifactId))) {
      const status = await statusAfterLoss(tx, id)
      if (status === 'rejected') await tx.delete(artifact).where(eq(artifact.id, id))
      else await tx.update(artifact).set({ status }).where(eq(artifact.id, id))
    }
    for (const id of new Set(rows.map(row => row.reviewId))) await touchReview(tx, id)
    return rows.map(row => row.id)
  })
}
