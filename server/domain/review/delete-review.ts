import { eq } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { review } from '~~/server/db/schema'
import { removeWithMedia, revisionIdsWhere } from '~~/server/domain/artifact/remove-media'
import { recordChange } from '~~/server/live/record-change'

/** Deletes a review with everything in it, for people. */
export async function deleteReview(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeWithMedia(async tx => {
    const loaded = await loadReview(human, input.id, 'contribute', tx)
    const revisionIds = await revisionIdsWhere(tx, eq(review.id, input.id))
    await tx.delete(review).where(eq(review.id, input.id))
    await recordChange(tx, human, loaded, 'review.deleted', input.id)
    return revisionIds
  })
}
