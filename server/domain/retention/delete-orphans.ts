import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { db } from '~~/server/db'
import { avatar, commentImage, revision, thread } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { commentImageIdOfKey, personIdOfKey, revisionIdOfKey } from '~~/server/storage/keys'
import { unnamedAmong } from '~~/server/storage/named-blobs'

const BATCH = 200

/**
 * Deletes files that no row names and that were written before an instant: a crash between storing bytes and
 * rows leaves them. Deletes nothing if the database has no revision: it is probably not the database of these
 * files. Returns the number of files.
 */
export async function deleteOrphanedFiles(writtenBefore: number): Promise<number> {
  const [known] = await db.select({ id: revision.id }).from(revision).limit(1)
  if (!known) return 0
  let removed = 0
  let batch: string[] = []
  for await (const { key, modifiedAt } of blobs().list()) {
    // Checks the age before the rows: a row names a blob soon after it was written, or never.
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
  const ofKeys = inArray(revision.id, [...new Set(keys.map(revisionIdOfKey))])
  const revisions = await db
    .select({ id, originalKey, embedKey, posterOriginalKey, posterKey, mediaDeletedAt })
    .from(revision)
    .where(ofKeys)
  // Selected by the artifact, which has an index.
  const threads = await db
    .select({ frameKey: thread.frameKey })
    .from(revision)
    .innerJoin(thread, and(eq(thread.artifactId, revision.artifactId), eq(thread.revisionId, revision.id)))
    .where(and(ofKeys, isNotNull(thread.frameKey)))
  const commentImages = await db
    .select({ id: commentImage.id, key: commentImage.key })
    .from(commentImage)
    .where(inArray(commentImage.id, [...new Set(keys.map(commentImageIdOfKey))]))
  const avatars = await db
    .select({ key: avatar.key })
    .from(avatar)
    .where(inArray(avatar.userId, [...new Set(keys.map(personIdOfKey))]))
  return unnamedAmong(keys, { revisions, threads, commentImages, avatars })
}
