import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { db } from '~~/server/db'
import { avatar, commentImage, revision, thread } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { commentImageIdOfKey, personIdOfKey, revisionIdOfKey } from '~~/server/storage/keys'
import { unreferencedAmong } from '~~/server/storage/referenced-blobs'

const BATCH = 200

/**
 * Deletes files that were written before the given time and that no database row refers to. A crash between
 * storing a file and its row leaves such files. Deletes nothing if the database has no revision, since these
 * files then probably belong to another database. Returns the number of deleted files.
 */
export async function deleteOrphanedFiles(writtenBefore: number): Promise<number> {
  const [known] = await db.select({ id: revision.id }).from(revision).limit(1)
  if (!known) return 0
  let removed = 0
  let batch: string[] = []
  for await (const { key, modifiedAt } of blobs().list()) {
    // The age is checked before the rows are read. A row refers to a blob either soon after the blob was
    // written or never, so an old blob without a row is an orphan.
    if (modifiedAt >= writtenBefore) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await deleteOrphansAmong(batch)
    batch = []
  }
  return removed + (await deleteOrphansAmong(batch))
}

async function deleteOrphansAmong(keys: string[]): Promise<number> {
  const orphans = await filterUnreferenced(keys)
  for (const key of orphans) await blobs().removeItem(key)
  return orphans.length
}

/** Returns the keys that no database row contains. */
async function filterUnreferenced(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { id, originalKey, embedKey, posterOriginalKey, posterKey, contextKey, mediaDeletedAt } = revision
  const ofKeys = inArray(revision.id, [...new Set(keys.map(revisionIdOfKey))])
  const revisions = await db
    .select({ id, originalKey, embedKey, posterOriginalKey, posterKey, contextKey, mediaDeletedAt })
    .from(revision)
    .where(ofKeys)
  // The condition on the artifact makes the query use an index.
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
  return unreferencedAmong(keys, { revisions, threads, commentImages, avatars })
}
