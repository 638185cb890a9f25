import { eq } from 'drizzle-orm'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/reach'
import { artifact } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'
import { removeWithMedia, revisionIdsWhere } from './remove-media'

/** Deletes an artifact with its revisions and threads, for people. */
export async function deleteArtifact(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await removeWithMedia(async tx => {
    const loaded = await loadArtifact(human, input.id, 'contribute', tx)
    const revisionIds = await revisionIdsWhere(tx, eq(artifact.id, input.id))
    await tx.delete(artifact).where(eq(artifact.id, input.id))
    await recordChange(tx, human, loaded, 'artifact.deleted', input.id)
    return revisionIds
  })
}
