import { eq } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/reach'
import { recordEvent } from '~~/server/db/events'
import { artifact } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { removeWithMedia, revisionsWhere } from './remove-media'

/** A person deletes an artifact with its revisions and notes. */
export async function deleteArtifact(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeWithMedia(async tx => {
    const { review, project } = await loadArtifact(human, input.id, 'contribute', tx)
    const gone = await revisionsWhere(tx, eq(artifact.id, input.id))
    await tx.delete(artifact).where(eq(artifact.id, input.id))
    await touchReview(tx, review.id)
    await recordEvent(tx, human, 'artifact.deleted', {
      subjectId: input.id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
    return gone
  })
}
