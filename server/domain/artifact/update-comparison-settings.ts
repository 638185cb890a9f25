import { eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { iso, isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, write } from '~~/server/db'
import { currentRevision } from '~~/server/db/completed-revisions'
import { comparisonSettings, revision } from '~~/server/db/schema'
import type { StoredComparison } from '~~/server/db/tables/evidence'
import { storedSettings } from './baseline'
import { baselineKey } from './baseline-key'
import { compareAgain } from './compare-revisions'
import type { RevisionRow } from './rows'
import { shownColumns, ShownPictures } from './shown-pictures'

/**
 * Sets the settings for comparisons of the screen that an artifact shows: the threshold and the ignored
 * areas. Then compares the current revision of the artifact again, with the same revisions as before. Throws
 * `conflict` if `replaces` is given and the stored settings are not the ones that the call replaces.
 */
export async function updateComparisonSettings(
  human: HumanActor,
  input: Input<'updateComparisonSettings'>,
): Promise<Output<'updateComparisonSettings'>> {
  for (;;) {
    const stored = await tryUpdate(human, input)
    if (stored) return stored
  }
}

/**
 * Makes one attempt at the work of {@link updateComparisonSettings}. Returns null if another revision became
 * the current one during the attempt.
 */
async function tryUpdate(
  human: HumanActor,
  { id, threshold, ignored, replaces }: Input<'updateComparisonSettings'>,
): Promise<Output<'updateComparisonSettings'> | null> {
  const loaded = await loadArtifact(human, id, 'decide')
  const settings = { threshold, ignored }
  const [current] = await currentRevision(db, { artifactId: id })
  const others = await comparedWith(current)
  const pictures = new ShownPictures()
  const again = async (stored: StoredComparison | null) => {
    const other = others.find(each => each.id === stored?.against?.revisionId)
    if (!current || !stored || !other) return stored
    return compareAgain(loaded.workspace, current, other, stored, settings, pictures)
  }
  const [change, baseline] = [await again(current?.change ?? null), await again(current?.baseline ?? null)]
  return write(async tx => {
    const present = await loadArtifact(human, id, 'decide', tx)
    const [now] = await currentRevision(tx, { artifactId: id })
    if (now?.id !== current?.id) return null
    const key = baselineKey(present.project.id, present.artifact)
    const before = await storedSettings(tx, key)
    if (replaces !== undefined && replaces !== isoOrNull(before?.updatedAt ?? null))
      throw new AppError('conflict', {
        field: 'replaces',
        message: `${before?.updatedBy ?? 'Another person'} has changed these settings since.`,
        hint: 'Read the settings again, and repeat the change.',
      })
    // The new time is always later than the stored one, so that earlier and later settings have different
    // times.
    const updatedAt = Math.max(Date.now(), (before?.updatedAt ?? 0) + 1)
    const row = { settings, updatedAt, updatedBy: human.name }
    await tx
      .insert(comparisonSettings)
      .values({ key, projectId: present.project.id, ...row })
      .onConflictDoUpdate({ target: comparisonSettings.key, set: row })
    if (current) await tx.update(revision).set({ change, baseline }).where(eq(revision.id, current.id))
    await recordChange(tx, {
      kind: 'artifact.comparison_changed',
      actor: human,
      subjectId: id,
      ...scopeOf(present),
    })
    return { ...settings, updatedBy: human.name, updatedAt: iso(updatedAt) }
  })
}

/** Returns the revisions that a revision was compared with, unless they were deleted. */
async function comparedWith(current: RevisionRow | undefined) {
  const ids = [current?.change, current?.baseline].flatMap(each => each?.against?.revisionId ?? [])
  return db.select(shownColumns).from(revision).where(inArray(revision.id, ids))
}
