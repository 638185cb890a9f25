import { desc, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { db, write } from '~~/server/db'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { comparisonSettings, revision } from '~~/server/db/schema'
import type { StoredComparison } from '~~/server/db/tables/evidence'
import { baselineKey } from './baseline-key'
import { compareAgain } from './compare-revisions'
import type { RevisionRow } from './serialize'
import { shownColumns, ShownPictures } from './shown-pictures'

/**
 * Sets what counts as a change of the screen that an artifact shows, and compares the current revision of the
 * artifact again, with the revisions that it was compared with before.
 */
export async function updateComparisonSettings(
  human: HumanActor,
  { id, threshold, ignored }: Input<'updateComparisonSettings'>,
): Promise<Output<'updateComparisonSettings'>> {
  const loaded = await loadArtifact(human, id, 'decide')
  const settings = { threshold, ignored }
  const [current] = await db
    .select()
    .from(revision)
    .where(isCompletedOf(id))
    .orderBy(desc(revision.index))
    .limit(1)
  const others = await comparedWith(current)
  const again = async (stored: StoredComparison | null) => {
    const other = others.find(each => each.id === stored?.against?.revisionId)
    if (!current || !stored || !other) return stored
    return compareAgain(loaded.workspace, current, other, stored, settings, new ShownPictures())
  }
  const [change, baseline] = [await again(current?.change ?? null), await again(current?.baseline ?? null)]
  return write(async tx => {
    const { artifact, project, review } = await loadArtifact(human, id, 'decide', tx)
    const now = Date.now()
    const row = { settings, updatedAt: now, updatedBy: human.name }
    await tx
      .insert(comparisonSettings)
      .values({ key: baselineKey(project.id, artifact), projectId: project.id, ...row })
      .onConflictDoUpdate({ target: comparisonSettings.key, set: row })
    if (current) await tx.update(revision).set({ change, baseline }).where(eq(revision.id, current.id))
    await recordChange(tx, { kind: 'review.updated', reviewId: review.id })
    return { ...settings, updatedBy: human.name, updatedAt: iso(now) }
  })
}

/** Returns the revisions that a revision was compared with, unless they were deleted. */
async function comparedWith(current: RevisionRow | undefined) {
  const ids = [current?.change, current?.baseline].flatMap(each => each?.against?.revisionId ?? [])
  return db.select(shownColumns).from(revision).where(inArray(revision.id, ids))
}
