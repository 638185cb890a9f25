import { db } from '~~/server/db'
import { ShownPictures, type ShownRevision } from '~~/server/domain/artifact/shown-pictures'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { revisionBefore } from './revision-metadata'

/**
 * Returns whether a revision looks the same as the previous completed one. Returns false for the first
 * revision, and for a revision that shows the state before a change.
 */
export async function showsTheSame(
  { artifactId, index, isBefore }: Pick<RevisionRow, 'artifactId' | 'index' | 'isBefore'>,
  shown: ShownRevision,
): Promise<boolean> {
  if (isBefore) return false
  const previous = await revisionBefore(db, { artifactId, index })
  if (!previous) return false
  const pictures = new ShownPictures()
  await pictures.read(shown, [previous])
  return pictures.isSame(previous, shown)
}
