import { and, eq, isNull, max } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import type { Caller } from '~~/server/access/actor'
import { mayIn } from '~~/server/access/authorize'
import { loadArtifact, type LoadedArtifact } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { artifact, comparisonSettings, revision } from '~~/server/db/schema'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { storedSettings } from './baseline'
import { baselineKey } from './baseline-key'
import { serializeLoadedArtifact } from './serialize'

/**
 * Changes the title, description or variation group of an artifact. A new description also replaces the
 * description of the current revision. Changing the group clears `preferred`. After a change of the title or
 * the group, new revisions of the artifact are compared with accepted revisions that have the same title and
 * group.
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
    if (title !== undefined || changesGroup) await renameScreens(tx, caller, loaded, input)
    await recordChange(tx, { kind: 'review.updated', reviewId: loaded.review.id })
    return serializeLoadedArtifact(tx, await loadArtifact(caller, input.id, 'contribute', tx))
  })
}

/**
 * Changes the keys of the revisions of an artifact to the key of its new title or group. If a person renames
 * the artifact, the keys of accepted revisions and the settings of the screen change too. If an agent renames
 * it, they do not change: otherwise the agent could present an accepted revision of one screen as an accepted
 * revision of another.
 */
async function renameScreens(
  tx: Db,
  caller: Caller,
  { artifact: { id, ...before }, project, workspace }: LoadedArtifact,
  { title = before.title, variationGroup = before.variationGroup }: Input<'updateArtifact'>,
): Promise<void> {
  const movesAccepted = mayIn(caller, workspace.id, 'decide')
  const { viewport, scenario, baselineKey: key } = revision
  const isMoved = movesAccepted ? undefined : and(isNull(revision.acceptedAt), isNull(revision.mergedAt))
  const rows = await tx
    .select({ id: revision.id, viewport, scenario, key })
    .from(revision)
    .where(and(isCompletedOf(id), isMoved))
  const renamed = rows.map(row => ({
    ...row,
    newKey: baselineKey(project.id, { ...row, title, variationGroup }),
  }))
  // All updates are called before one is awaited, so that they are sent in one round trip.
  await Promise.all(
    renamed.map(row => tx.update(revision).set({ baselineKey: row.newKey }).where(eq(revision.id, row.id))),
  )
  if (!movesAccepted) return
  for (const [from, to] of new Map(
    renamed.flatMap(row => (row.key === null ? [] : [[row.key, row.newKey] as const])),
  ))
    await copySettings(tx, from, to)
}

/** Copies the settings of a screen from one key to another key, unless the other key already has settings. */
async function copySettings(tx: Db, from: string, to: string): Promise<void> {
  const stored = await storedSettings(tx, from)
  if (stored)
    await tx
      .insert(comparisonSettings)
      .values({ ...stored, key: to })
      .onConflictDoNothing()
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
