import { and, inArray } from 'drizzle-orm'
import { recordChange } from '~~/server/changes/record-change'
import { selectRevisions } from '~~/server/db/joins'
import { revision, thread } from '~~/server/db/schema'
import { isExpiredMedia } from '~~/server/domain/billing/past-retention'
import { noRevisionKeys } from '~~/server/storage/referenced-blobs'
import { removeInBatches } from './batches'

/**
 * Permanently deletes media past its recovery window, which follows the retention of the plan. First updates
 * the rows, then removes the files. If the process crashes in between, the files are orphans, and a later
 * sweep deletes them. Returns the number of revisions whose media was deleted.
 */
export async function deleteExpiredMedia(now = Date.now()): Promise<number> {
  return removeInBatches(async (tx, limit) => {
    // The plan is read in the same transaction, so that the media is not deleted if the plan was upgraded
    // just before.
    const rows = await selectRevisions(tx).where(isExpiredMedia(now)).limit(limit)
    const ids = rows.map(row => row.revision.id)
    await tx
      .update(revision)
      .set({
        ...noRevisionKeys,
        mediaDeletedAt: now,
        originalHash: null,
        posterOriginalHash: null,
      })
      .where(inArray(revision.id, ids))
    // The condition on the artifact makes the update use an index.
    const artifactIds = [...new Set(rows.map(row => row.artifact.id))]
    await tx
      .update(thread)
      .set({ frameKey: null, frameBytes: null, frameById: null, frameByName: null })
      .where(and(inArray(thread.artifactId, artifactIds), inArray(thread.revisionId, ids)))
    for (const reviewId of new Set(rows.map(row => row.review.id)))
      await recordChange(tx, { kind: 'review.updated', reviewId })
    return ids
  })
}
