import { eq } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { recordEvent } from '~~/server/db/events'
import { review } from '~~/server/db/schema'
import { removeWithMedia, revisionsWhere } from '~~/server/domain/artifact/remove-media'
import { announce } from '../../live/pubsub'

/** A person deletes a review with everything in it. */
export async function deleteReview(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeWithMedia(async tx => {
    const { project } = await loadReview(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(review.id, input.id))
    await tx.delete(review).where(eq(review.id, input.id))
    announce(input.id)
    await recordEvent(tx, human, 'review.deleted', {
      subjectId: input.id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: input.id,
    })
    return gone
  })
}
