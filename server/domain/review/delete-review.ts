import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { review } from '~~/server/db/schema'
import { removeWithMedia, revisionIdsWhere } from '~~/server/domain/artifact/remove-media'
import { recordChange } from '~~/server/live/record-change'

/** Deletes a review with everything in it. */
export async function deleteReview(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithMedia(async tx => {
    const loaded = await loadReview(caller, input.id, 'deleteEvidence', tx)
    const revisionIds = await revisionIdsWhere(tx, eq(review.id, input.id))
    await tx.delete(review).where(eq(review.id, input.id))
    await recordChange(tx, caller, loaded, 'review.deleted', input.id)
    return revisionIds
  })
}
