import { inArray } from 'drizzle-orm'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'

const BATCH = 200

/**
 * Deletes files that no row names and that were written before an instant: crashes leave them between bytes and rows.
 * Deletes nothing when the database has no revision: it is probably not the database of these files. Returns how many.
 */
export async function deleteOrphanedFiles(writtenBefore: number): Promise<number> {
  const [known] = await db.select({ id: revision.id }).from(revision).limit(1)
  if (!known) return 0
  let removed = 0
  let batch: string[] = []
  for await (const key of blobs().keys()) {
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await deleteOrphansAmong(batch, writtenBefore)
    batch = []
  }
  return removed + (await deleteOrphansAmong(batch, writtenBefore))
}

async function deleteOrphansAmong(keys: string[], writtenBefore: number): Promise<number> {
  // Nearly every file is named: reading the rows first saves a stat of each file.
  const old = await filterByAge(await filterUnnamed(keys), writtenBefore)
  // Reads the rows again after the age: a file that is old enough was named long ago, or never.
  const orphans = await filterUnnamed(old)
  for (const key of orphans) await blobs().remove(key)
  return orphans.length
}

/** Returns the keys that no row names. */
async function filterUnnamed(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt } = revision
  const rows = await db
    .select({ id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt })
    .from(revision)
    .where(inArray(revision.id, [...new Set(keys.map(revisionIdOf))]))
  const named = new Set(
    rows.flatMap(row => [row.originalKey, row.embedKey, row.posterOriginalKey, row.posterKey]),
  )
  // No row names a thumbnail: it lasts as long as the media it was made of.
  const withMedia = new Set(rows.filter(row => row.mediaDeletedAt === null).map(row => row.id))
  return keys.filter(
    key => !named.has(key) && !(key.startsWith('thumbnails/') && withMedia.has(revisionIdOf(key))),
  )
}

/** Returns the keys of files that were written before an instant. */
async function filterByAge(keys: string[], instant: number): Promise<string[]> {
  const earlier = []
  for (const key of keys) {
    const stat = await blobs().stat(key)
    if (stat && stat.modifiedAt < instant) earlier.push(key)
  }
  return earlier
}

/** Returns the revision of a key: its second part. */
function revisionIdOf(key: string): string {
  return key.split('/')[1] ?? ''
}
