import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { artifact } from '~~/server/db/schema'
import { removeWithMedia, mediaOwnerIdsWhere } from './remove-media'

/** Deletes an artifact with its revisions and threads. */
export async function deleteArtifact(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithMedia(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'deleteEvidence', tx)
    const ownerIds = await mediaOwnerIdsWhere(tx, eq(artifact.id, input.id))
    await tx.delete(artifact).where(eq(artifact.id, input.id))
    await recordChange(tx, {
      kind: 'artifact.deleted',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return ownerIds
  })
}
