import { and, eq, max } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { baselineKey } from './baseline-key'
import { serializeLoadedArtifact } from './serialize'

/**
 * Changes the title, description or variation group of an artifact. A new description also replaces the
 * description of the current revision. Changing the group clears `preferred`. With a new title or group, its
 * revisions are compared with those of that title or group.
 */
export async function updateArtifact(caller: Caller, input: Input<'updateArtifact'>): Promise<Artifact> {
  return write(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'contribute', tx)
    const { title, description, variationGroup } = input
    const changesGroup = variationGroup !== undefined && variationGroup !== loaded.artifact.variationGroup
    await tx
      .update(artifact)
      .set({
        title,
        description,
        variationGroup,
        ...(changesGroup && { preferred: false }),
        updatedAt: Date.now(),
      })
      .where(eq(artifact.id, input.id))
    if (description !== undefined) await describeCurrent(tx, input.id, description)
    if (title !== undefined || changesGroup) await renameScreens(tx, loaded, input)
    await recordChange(tx, { kind: 'review.updated', reviewId: loaded.review.id })
    return serializeLoadedArtifact(tx, await loadArtifact(caller, input.id, 'contribute', tx))
  })
}

/** Changes the keys of the revisions of an artifact, so that they show the same screen under its new name. */
async function renameScreens(
  tx: Db,
  { artifact: { id, ...before }, project }: LoadedArtifact,
  { title = before.title, variationGroup = before.variationGroup }: Input<'updateArtifact'>,
): Promise<void> {
  const { viewport, scenario } = revision
  const rows = await tx
    .select({ id: revision.id, viewport, scenario })
    .from(revision)
    .where(isCompletedOf(id))
  // The statements are sent together.
  await Promise.all(
    rows.map(row =>
      tx
        .update(revision)
        .set({ baselineKey: baselineKey(project.id, { ...row, title, variationGroup }) })
        .where(eq(revision.id, row.id)),
    ),
  )
}

async function describeCurrent(tx: Db, artifactId: string, description: string | null): Promise<void> {
  const latest = tx
    .select({ index: max(revision.index) })
    .from(revision)
    .where(isCompletedOf(artifactId))
  await tx
    .update(revision)
    .set({ description })
    .where(and(eq(revision.artifactId, artifactId), eq(revision.index, latest)))
}
