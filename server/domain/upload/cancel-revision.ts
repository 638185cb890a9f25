import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadRevision } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { artifact, revision } from '~~/server/db/schema'
import { removeWithMedia } from '~~/server/domain/artifact/remove-media'
import { statusAfterRemoval } from '~~/server/domain/artifact/status-after-removal'

/**
 * Deletes a declared revision with the bytes that were received for it. Deletes the artifact too if it has no
 * other revision. Throws `conflict` if the revision is complete.
 */
export async function cancelRevision(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithMedia(async tx => {
    const loaded = await loadRevision(caller, input.id, 'contribute', tx)
    const [deleted] = await tx
      .delete(revision)
      .where(and(eq(revision.id, input.id), isNull(revision.completedAt)))
      .returning({ id: revision.id })
    if (!deleted)
      throw new AppError('conflict', {
        message: 'This revision is complete: it is evidence, which only people can delete.',
        hint: 'Declare another revision to show something else, or ask a person to delete the artifact.',
      })
    const { id } = loaded.artifact
    const status = await statusAfterRemoval(tx, id)
    if (status === 'rejected') await tx.delete(artifact).where(eq(artifact.id, id))
    else await tx.update(artifact).set({ status, updatedAt: Date.now() }).where(eq(artifact.id, id))
    await recordChange(tx, {
      kind: 'artifact.cancelled',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return [input.id]
  })
}
