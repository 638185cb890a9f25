import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/reach'
import { write, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { artifact, revision } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { removeMedia } from '../artifact/remove-media'
import type { RevisionRow } from '../artifact/serialize'

/**
 * Removes a revision whose bytes were refused: the row first, then the bytes. The artifact goes back to
 * `ready` when it has an earlier completed revision, else to `rejected`; a new revision may be declared on
 * either.
 */
export async function rejectRevision(
  caller: Caller,
  loaded: LoadedArtifact,
  target: RevisionRow,
): Promise<void> {
  await write(async tx => {
    await loadArtifact(caller, loaded.artifact.id, 'contribute', tx)
    const removed = await tx
      .delete(revision)
      .where(and(eq(revision.id, target.id), isNull(revision.completedAt)))
      .returning({ id: revision.id })
    if (removed.length === 0) return
    const status = await statusAfterLoss(tx, loaded.artifact.id)
    const now = Date.now()
    await tx.update(artifact).set({ status, updatedAt: now }).where(eq(artifact.id, loaded.artifact.id))
    await touchReview(tx, loaded.review.id, now)
    await recordEvent(tx, caller, 'artifact.rejected', {
      subjectId: target.id,
      workspaceId: loaded.workspace.id,
      projectId: loaded.project.id,
      reviewId: loaded.review.id,
    })
  })
  await removeMedia([target.id])
}

/**
 * What an artifact is once a revision was taken from it: as its other revisions are, `rejected` without any.
 */
export async function statusAfterLoss(
  tx: Db,
  artifactId: string,
): Promise<'processing' | 'ready' | 'rejected'> {
  const others = await tx
    .select({ completedAt: revision.completedAt })
    .from(revision)
    .where(eq(revision.artifactId, artifactId))
  return others.some(each => each.completedAt === null)
    ? 'processing'
    : others.length > 0
      ? 'ready'
      : 'rejected'
}
