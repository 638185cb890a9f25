import { inArray } from 'drizzle-orm'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { revisionIdOfKey } from '~~/server/storage/keys'
import { unnamedAmong } from '~~/server/storage/named-blobs'

const BATCH = 200

/**
 * Deletes files that no row names and that were written before an instant: crashes leave them between bytes
 * and rows. Deletes nothing when the database has no revision: it is probably not the database of these
 * files. Returns how many.
 */
export async function deleteOrphanedFiles(writtenBefore: number): Promise<number> {
  const [known] = await db.select({ id: revision.id }).from(revision).limit(1)
  if (!known) return 0
  let removed = 0
  let batch: string[] = []
  for await (const { key, modifiedAt } of blobs().list()) {
    // Age first, rows second: a row names a blob soon after it was written, or never.
    if (modifiedAt >= writtenBefore) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await deleteOrphansAmong(batch)
    batch = []
  }
  return removed + (await deleteOrphansAmong(batch))
}

async function deleteOrphansAmong(keys: string[]): Promise<number> {
  const orphans = await filterUnnamed(keys)
  for (const key of orphans) await blobs().removeItem(key)
  return orphans.length
}

/** Returns the keys that no row names. */
async function filterUnnamed(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt } = revision
  const rows = await db
    .select({ id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt })
    .from(revision)
    .where(inArray(revision.id, [...new Set(keys.map(revisionIdOfKey))]))
  return unnamedAmong(keys, rows)
}
