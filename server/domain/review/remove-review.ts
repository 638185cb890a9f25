import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { mediaOwnerIdsWhere } from '~~/server/domain/artifact/remove-media'
import { countReviews, openOf } from '~~/server/domain/project/count-reviews'

/**
 * Deletes the rows of a review in a running transaction. Returns the ids of what has blobs, which are to be
 * deleted. Does nothing when it does not exist.
 */
export async function removeReview(tx: Db, id: string): Promise<string[]> {
  const ownerIds = await mediaOwnerIdsWhere(tx, eq(review.id, id))
  const [removed] = await tx.delete(review).where(eq(review.id, id)).returning()
  if (removed) await countReviews(tx, removed.projectId, { all: -1, open: -openOf(removed.status) })
  return ownerIds
}
