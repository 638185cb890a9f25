import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { mediaOwnerIdsWhere } from '~~/server/domain/artifact/remove-media'
import { adjustReviewCounts, openCount } from '~~/server/domain/project/adjust-review-counts'

/**
 * Deletes the rows of a review inside the given transaction. Returns the ids of the deleted rows that have
 * blobs; the caller deletes the blobs. Does nothing if the review does not exist.
 */
export async function removeReview(tx: Db, id: string): Promise<string[]> {
  const ownerIds = await mediaOwnerIdsWhere(tx, eq(review.id, id))
  const [removed] = await tx.delete(review).where(eq(review.id, id)).returning()
  if (removed) await adjustReviewCounts(tx, removed.projectId, { all: -1, open: -openCount(removed.status) })
  return ownerIds
}
