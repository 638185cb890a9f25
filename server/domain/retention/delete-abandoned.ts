import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { recordChange } from '~~/server/changes/record-change'
import { artifact, revision } from '~~/server/db/schema'
import { statusAfterRemoval } from '~~/server/domain/artifact/status-after-removal'
import { removeInBatches } from './batches'

/**
 * Deletes revisions that were declared before the given time and are not complete, together with the bytes
 * that were received for them. Deletes artifacts that then have no revision. Returns the number of deleted
 * revisions.
 */
export function deleteAbandonedUploads(declaredBefore: number): Promise<number> {
  return removeInBatches(async (tx, limit) => {
    const rows = await tx
      .select({ id: revision.id, artifactId: artifact.id, reviewId: artifact.reviewId })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(and(isNull(revision.completedAt), lte(revision.createdAt, declaredBefore)))
      .limit(limit)
    const ids = rows.map(row => row.id)
    await tx.delete(revision).where(inArray(revision.id, ids))
    for (const id of new Set(rows.map(row => row.artifactId))) {
      const status = await statusAfterRemoval(tx, id)
      if (status === 'rejected') await tx.delete(artifact).where(eq(artifact.id, id))
      else await tx.update(artifact).set({ status }).where(eq(artifact.id, id))
    }
    for (const reviewId of new Set(rows.map(row => row.reviewId)))
      await recordChange(tx, { kind: 'review.updated', reviewId })
    return ids
  })
}
