import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { artifact, revision } from '~~/server/db/schema'
import { removeMedia, removeWithMedia } from '~~/server/domain/artifact/remove-media'
import { statusAfterRemoval } from '~~/server/domain/artifact/status-after-removal'

/**
 * Deletes a revision whose bytes were rejected: first the row, then the files. The artifact becomes `ready`
 * if it still has a completed revision, `processing` if it has only incomplete ones, and `rejected` if it has
 * none. A new revision can be declared in each case. Does nothing if the revision is complete or deleted,
 * because another call has then published or removed its files.
 *
 * For a picture that had to be redacted, pass removeAllMedia as `remove`: it throws if the bytes cannot be
 * deleted, so that the response does not state that they were deleted.
 */
export async function rejectRevision(
  caller: Caller,
  artifactId: string,
  revisionId: string,
  remove = removeMedia,
): Promise<void> {
  await removeWithMedia(async tx => {
    const loaded = await loadArtifact(caller, artifactId, 'contribute', tx)
    const deleted = await tx
      .delete(revision)
      .where(and(eq(revision.id, revisionId), isNull(revision.completedAt)))
      .returning({ id: revision.id })
    if (deleted.length === 0) return []
    const status = await statusAfterRemoval(tx, artifactId)
    await tx.update(artifact).set({ status, updatedAt: Date.now() }).where(eq(artifact.id, artifactId))
    await recordChange(tx, {
      kind: 'artifact.rejected',
      actor: caller,
      subjectId: revisionId,
      ...scopeOf(loaded),
    })
    return [revisionId]
  }, remove)
}
