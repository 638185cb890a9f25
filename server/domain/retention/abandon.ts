import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { writeRemoval } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import { removeMedia } from '~~/server/domain/artifact/remove-media'
import { statusAfterLoss } from '~~/server/domain/artifact/reject'
import { touchReview } from '~~/server/domain/review/touch'

const BATCH = 100

/**
 * Removes revisions that were declared before an instant and never completed, with the bytes that arrived for them.
 * An artifact that is left without any revision goes too. Answers how many.
 */
export async function removeAbandonedUploads(declaredBefore: number): Promise<number> {
  const gone = await writeRemoval(async (tx) => {
    const rows = await tx.select({ id: revision.id, artifactId: artifact.id, reviewId: artifact.reviewId }).from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(and(isNull(revision.completedAt), lte(revision.createdAt, declaredBefore))).limit(BATCH)
    await tx.delete(revision).where(inArray(revision.id, rows.map(row => row.id)))
    for (const id of new Set(rows.map(row => row.artifactId))) {
      const status = await statusAfterLoss(tx, id)
      if (status === 'rejected') await tx.delete(artifact).where(eq(artifact.id, id))
      else await tx.update(artifact).set({ status }).where(eq(artifact.id, id))
    }
    for (const id of new Set(rows.map(row => row.reviewId))) await touchReview(tx, id)
    return rows.map(row => row.id)
  })
  await removeMedia(gone)
  return gone.length < BATCH ? gone.length : gone.length + await removeAbandonedUploads(declaredBefore)
}
