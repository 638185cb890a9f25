import { eq, type SQL } from 'drizzle-orm'
import { restoreReserve, writeRemoval, type Db } from '~~/server/db'
import { artifact, comment, commentImage, review, revision, thread } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { keyPrefixesOf } from '~~/server/storage/keys'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

/**
 * Runs a transaction that deletes revisions or comment images and returns their ids. Then removes their
 * files, and returns the ids.
 */
export async function removeWithMedia(
  run: (tx: Db) => Promise<string[]>,
  remove = removeMedia,
): Promise<string[]> {
  const ownerIds = await writeRemoval(run)
  await remove(ownerIds)
  return ownerIds
}

/**
 * Removes the files of deleted rows, as far as the store allows: see {@link removeUnnamed}. If the process
 * crashes, the sweep later deletes the remaining files as orphans.
 */
export async function removeMedia(ownerIds: string[]): Promise<void> {
  await removeUnnamed(keysOf(ownerIds))
  await restoreReserve()
}

/**
 * Removes the files of deleted rows. Throws if a file cannot be removed. Called by the sweep, which counts
 * the removed files, and for files whose deletion is reported to the caller.
 */
export async function removeAllMedia(ownerIds: string[]): Promise<void> {
  for await (const key of keysOf(ownerIds)) await blobs().removeItem(key)
  await restoreReserve()
}

async function* keysOf(ownerIds: string[]): AsyncGenerator<string> {
  for (const id of ownerIds)
    for (const prefix of keyPrefixesOf(id)) for await (const { key } of blobs().list(prefix)) yield key
}

/**
 * Returns the ids of the revisions and comment images that have files, and that the condition selects. The
 * condition may use the columns of an artifact, a review or a project.
 */
export async function mediaOwnerIdsWhere(tx: Db, condition: SQL): Promise<string[]> {
  const revisions = await tx
    .select({ id: revision.id })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(condition)
  const images = await tx
    .select({ id: commentImage.id })
    .from(commentImage)
    .innerJoin(review, eq(review.id, commentImage.reviewId))
    .leftJoin(comment, eq(comment.id, commentImage.commentId))
    .leftJoin(thread, eq(thread.id, comment.threadId))
    .leftJoin(artifact, eq(artifact.id, thread.artifactId))
    .where(condition)
  return [...revisions, ...images].map(row => row.id)
}
