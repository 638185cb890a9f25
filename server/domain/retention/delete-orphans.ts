import { inArray } from 'drizzle-orm'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'

const BATCH = 200

/**
 * Removes files that no row names and that were written before an instant: what crashes left between bytes
 * and rows. Against a database without a single revision nothing is removed, for it is probably not the one
 * these files belong to. Answers how many.
 */
export async function removeOrphanedFiles(writtenBefore: number): Promise<number> {
  const [known] = await db.select({ id: revision.id }).from(revision).limit(1)
  if (!known) return 0
  let removed = 0
  let batch: string[] = []
  for await (const key of blobs().keys()) {
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await removeOrphansOf(batch, writtenBefore)
    batch = []
  }
  return removed + (await removeOrphansOf(batch, writtenBefore))
}

async function removeOrphansOf(keys: string[], writtenBefore: number): Promise<number> {
  // Nearly every file is named: asking the rows first spares looking at it.
  const old = await writtenEarlier(await unnamed(keys), writtenBefore)
  // Age first, rows second: a file that is old enough was named long ago, or never.
  const orphans = await unnamed(old)
  for (const key of orphans) await blobs().remove(key)
  return orphans.length
}

/** Those of some files that no row names. */
async function unnamed(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt } = revision
  const rows = await db
    .select({ id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt })
    .from(revision)
    .where(inArray(revision.id, [...new Set(keys.map(ownerOf))]))
  const live = new Set(
    rows.flatMap(row => [row.originalKey, row.embedKey, row.posterOriginalKey, row.posterKey]),
  )
  // Thumbnails have no row of their own: they live as long as the media they were made of.
  const shown = new Set(rows.filter(row => row.mediaDeletedAt === null).map(row => row.id))
  return keys.filter(key => !live.has(key) && !(key.startsWith('thumbnails/') && shown.has(ownerOf(key))))
}

/** Those of some files that were written before an instant. */
async function writtenEarlier(keys: string[], instant: number): Promise<string[]> {
  const earlier = []
  for (const key of keys) {
    const stat = await blobs().stat(key)
    if (stat && stat.modifiedAt < instant) earlier.push(key)
  }
  return earlier
}

/** Every key has the id of its revision as the second part. */
function ownerOf(key: string): string {
  return key.split('/')[1] ?? ''
}
