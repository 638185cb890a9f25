import { and, desc, lt } from 'drizzle-orm'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { shownColumns, ShownPictures, type ShownRevision } from '~~/server/domain/artifact/shown-pictures'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'

/**
 * Returns whether a revision looks the same as the previous completed one. Returns false for the first
 * revision, and for a revision that shows the state before a change.
 */
export async function showsTheSame(
  { artifactId, index, isBefore }: Pick<RevisionRow, 'artifactId' | 'index' | 'isBefore'>,
  shown: ShownRevision,
): Promise<boolean> {
  if (isBefore) return false
  const [previous] = await db
    .select(shownColumns)
    .from(revision)
    .where(and(isCompletedOf(artifactId), lt(revision.index, index)))
    .orderBy(desc(revision.index))
    .limit(1)
  if (!previous) return false
  const pictures = new ShownPictures()
  await pictures.read(shown, [previous])
  return pictures.isSame(previous, shown)
}
