import { eq, type SQL } from 'drizzle-orm'
import { restoreReserve, writeRemoval, type Db } from '~~/server/db'
import { artifact, comment, commentImage, review, revision, thread } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { keyPrefixesOf } from '~~/server/storage/keys'

/**
 * Runs a removal that returns the ids of the revisions and comment images that it deleted, then removes their
 * files. Returns those ids.
 */
export async function removeWithMedia(run: (tx: Db) => Promise<string[]>): Promise<string[]> {
  const ownerIds = await writeRemoval(run)
  await removeMedia(ownerIds)
  return ownerIds
}

/**
 * Removes the files of deleted rows. Files that remain after a crash are orphans, which the sweep deletes.
 */
export async function removeMedia(ownerIds: string[]): Promise<void> {
  for (const id of ownerIds) {
    for (const prefix of keyPrefixesOf(id)) {
      for await (const { key } of blobs().list(prefix)) await blobs().removeItem(key)
    }
  }
  await restoreReserve()
}

/**
 * Returns the ids of the rows that have files in an artifact, a review or a project: the revisions and
 * comment images that the condition selects.
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
