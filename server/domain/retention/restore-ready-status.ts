import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, notExists, or, type SQL } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'

/**
 * Sets artifacts with a completed revision to `ready` again if none of their other revisions can be
 * completed, because the upload URLs have expired and no bytes were received. Returns the number of changed
 * artifacts.
 */
export function restoreReadyStatus(now: number): Promise<number> {
  const ofArtifact = eq(revision.artifactId, artifact.id)
  return writeRemoval(async tx => {
    const revisionsWhere = (condition: SQL | undefined) =>
      tx.select({ id: revision.id }).from(revision).where(and(ofArtifact, condition))
    const canComplete = and(
      isNull(revision.completedAt),
      or(isNotNull(revision.originalKey), gt(revision.createdAt, now - limits.uploadLifetimeMs)),
    )
    const rows = await tx
      .select({ id: artifact.id, reviewId: artifact.reviewId })
      .from(artifact)
      .where(
        and(
          eq(artifact.status, 'processing'),
          lte(artifact.updatedAt, now - limits.uploadLifetimeMs),
          exists(revisionsWhere(isNotNull(revision.completedAt))),
          notExists(revisionsWhere(canComplete)),
        ),
      )
    if (rows.length === 0) return 0
    const ids = rows.map(row => row.id)
    await tx.update(artifact).set({ status: 'ready' }).where(inArray(artifact.id, ids))
    for (const reviewId of new Set(rows.map(row => row.reviewId)))
      await recordChange(tx, { kind: 'review.updated', reviewId })
    return ids.length
  })
}
