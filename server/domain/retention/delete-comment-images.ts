import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { firstIdAt } from '#shared/ids'
import { commentImage, review, workspace } from '~~/server/db/schema'
import { isExpiredImage } from '~~/server/domain/billing/past-retention'
import { removeInBatches } from './batches'

/**
 * Deletes images that were sent before the given time and that no comment uses. Returns the number of deleted
 * images.
 */
export function deleteUnusedImages(sentBefore: number): Promise<number> {
  return removeInBatches(async (tx, limit) => {
    const rows = await tx
      .select({ id: commentImage.id })
      .from(commentImage)
      .where(
        and(
          isNull(commentImage.commentId),
          isNull(commentImage.pendingCommentId),
          lt(commentImage.id, firstIdAt('commentImage', sentBefore)),
        ),
      )
      .limit(limit)
    const ids = rows.map(row => row.id)
    await tx.delete(commentImage).where(inArray(commentImage.id, ids))
    return ids
  })
}

/**
 * Deletes the files of comment images past their recovery window, which is the same as for evidence. The
 * comments stay, and show a placeholder. Returns the number of images whose files were deleted.
 */
export async function deleteExpiredImages(now = Date.now()): Promise<number> {
  return removeInBatches(async (tx, limit) => {
    const rows = await tx
      .select({ id: commentImage.id })
      .from(commentImage)
      .innerJoin(review, eq(review.id, commentImage.reviewId))
      .innerJoin(workspace, eq(workspace.id, review.workspaceId))
      .where(isExpiredImage(now))
      .limit(limit)
    const ids = rows.map(row => row.id)
    await tx.update(commentImage).set({ key: null }).where(inArray(commentImage.id, ids))
    return ids
  })
}
