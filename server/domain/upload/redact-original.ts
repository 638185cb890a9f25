import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import type { RectangleGeometry } from '#shared/contract/geometry'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { db, write, type Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { redactedOriginalOf } from '~~/server/domain/artifact/derive-media'
import type { RevisionRow } from '~~/server/domain/artifact/rows'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { blobs } from '~~/server/storage/blobs'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { revisionGone } from './check-completion'

/**
 * Paints over areas of an uploaded picture. The areas are from this completion, or from an earlier completion
 * that was interrupted. Replaces the original with the result and deletes the unredacted bytes, so that only
 * the redacted picture can be published. First stores the areas, and the key of the file to delete in
 * `unredactedKey`: after a crash, the next completion continues at this point. If the revision is never
 * completed, the sweep deletes both files. Returns the row of the revision. Throws a MediaError if the bytes
 * do not match the declared upload, and `conflict` if another completion has stored other areas.
 */
export async function redactOriginal(
  caller: Caller,
  target: RevisionRow,
  areas: RectangleGeometry[] | undefined,
  workspaceId: string,
): Promise<RevisionRow> {
  let row = areas ? await requestRedaction(caller, target, areas) : target
  if (row.unredactedKey === null) return row
  if (row.originalKey === row.unredactedKey) row = await replaceOriginal(caller, row, workspaceId)
  if (row.unredactedKey === null) return row
  // This call throws if the bytes cannot be deleted. The revision must not be published in this case.
  await blobs().removeItem(row.unredactedKey)
  return update(caller, row, tx =>
    tx
      .update(revision)
      .set({ unredactedKey: null })
      .where(and(eq(revision.id, row.id), eq(revision.unredactedKey, row.unredactedKey ?? ''))),
  )
}

/** Throws `conflict` if a complete revision was not redacted in exactly these areas. */
export function assertRedacted(target: RevisionRow, areas: RectangleGeometry[] | undefined): void {
  if (areas !== undefined && !isDeepStrictEqual(target.redactedAreas, areas))
    throw new AppError('conflict', {
      field: 'redact',
      message: 'This revision is complete: its image can no longer be redacted.',
      hint:
        'Declare a new revision and complete it with redact. Ask a person to delete the artifact if this ' +
        'image must not be seen.',
    })
}

/** Returns whether another completion has replaced the original of this revision since the row was read. */
export const isReplaced = async (row: RevisionRow): Promise<boolean> => (await changeOf(row)) === 'replaced'

/**
 * Returns the change of a revision's original since the row was read: `replaced` by another completion, or
 * `deleted` together with the revision. Returns null if the original did not change.
 */
export async function changeOf({ id, originalKey }: RevisionRow): Promise<'replaced' | 'deleted' | null> {
  const [present] = await db.select({ key: revision.originalKey }).from(revision).where(eq(revision.id, id))
  if (!present) return 'deleted'
  return present.key === originalKey ? null : 'replaced'
}

/** Returns the error for a completion whose original was replaced by another completion. */
export const redactedConcurrently = () =>
  new AppError('conflict', {
    message: 'Another completion of this revision redacts its image.',
    hint: 'Complete it again.',
  })

async function requestRedaction(
  caller: Caller,
  target: RevisionRow,
  areas: RectangleGeometry[],
): Promise<RevisionRow> {
  const row = await update(caller, target, tx =>
    tx
      .update(revision)
      .set({ redactedAreas: areas, unredactedKey: revision.originalKey })
      .where(and(eq(revision.id, target.id), isNull(revision.redactedAreas), isNull(revision.completedAt))),
  )
  if (row.completedAt !== null) assertRedacted(row, areas)
  else if (!isDeepStrictEqual(row.redactedAreas, areas))
    throw new AppError('conflict', {
      field: 'redact',
      message: 'Another completion of this revision named other areas to redact.',
      hint: 'Complete it without redact, which applies those areas, or declare a new revision.',
    })
  return row
}

/**
 * Stores the redacted picture and makes it the original, unless another call that completes the same revision
 * has already replaced the original. Returns the revision as it is now.
 */
async function replaceOriginal(caller: Caller, row: RevisionRow, workspaceId: string): Promise<RevisionRow> {
  const originalKey = row.originalKey ?? ''
  const areas = row.redactedAreas ?? []
  const made = await redactedOriginalOf({ id: row.id, workspaceId }, originalKey, row.mime, areas).catch(
    async (error: unknown) => {
      // Another completion has replaced the original and deleted its bytes.
      if (await isReplaced(row)) return null
      throw error
    },
  )
  const replaced = await withNewFiles(made ? [made.key] : [], () =>
    update(caller, row, async tx => {
      if (!made) return
      await tx
        .update(revision)
        .set({ originalKey: made.key, originalHash: made.sha256, bytes: made.bytes })
        .where(
          and(eq(revision.id, row.id), eq(revision.originalKey, originalKey), isNull(revision.completedAt)),
        )
    }),
  )
  if (made && replaced.originalKey !== made.key) await removeUnnamed([made.key])
  return replaced
}

/**
 * Changes the row of a revision in a transaction that checks the caller's permission. Returns the changed
 * row.
 */
function update(
  caller: Caller,
  { id, artifactId }: RevisionRow,
  change: (tx: Db) => Promise<unknown>,
): Promise<RevisionRow> {
  return write(async tx => {
    await loadArtifact(caller, artifactId, 'contribute', tx)
    await change(tx)
    const [row] = await tx.select().from(revision).where(eq(revision.id, id))
    if (!row) throw revisionGone()
    return row
  })
}
