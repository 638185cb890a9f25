import { inArray } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, loadReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { artifact } from '~~/server/db/schema'
import { mediaOwnerIdsWhere, removeWithMedia } from './remove-media'

/**
 * Deletes several artifacts of a review, including their revisions and threads. If one of them is not in the
 * review, deletes none.
 */
export async function deleteArtifacts(caller: Caller, input: Input<'deleteArtifacts'>): Promise<undefined> {
  await removeWithMedia(async tx => {
    const { review } = await loadReview(caller, input.id, 'deleteEvidence', tx)
    const ids = [...new Set(input.artifactIds)]
    const named = inArray(artifact.id, ids)
    const ownerIds = await mediaOwnerIdsWhere(tx, named)
    for (const id of ids) {
      const loaded = await loadArtifact(caller, id, 'deleteEvidence', tx, 'artifactIds')
      if (loaded.review.id !== review.id)
        throw new AppError('not_found', { message: 'Artifact not found.', field: 'artifactIds' })
      await recordChange(tx, { kind: 'artifact.deleted', actor: caller, subjectId: id, ...scopeOf(loaded) })
    }
    await tx.delete(artifact).where(named)
    return ownerIds
  })
}
