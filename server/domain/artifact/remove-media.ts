import { eq, type SQL } from 'drizzle-orm'
import { restoreReserve, writeRemoval, type Db } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { keyPrefixesOf } from '~~/server/storage/keys'

/**
 * Runs a removal that returns the ids of the revisions it deleted, then removes their files: rows first, then
 * files. Returns those ids.
 */
export async function removeWithMedia(run: (tx: Db) => Promise<string[]>): Promise<string[]> {
  const revisionIds = await writeRemoval(run)
  await removeMedia(revisionIds)
  return revisionIds
}

/** Removes the files of deleted revisions. Files that a crash leaves are orphans, which the sweep deletes. */
export async function removeMedia(revisionIds: string[]): Promise<void> {
  for (const id of revisionIds) {
    for (const prefix of keyPrefixesOf(id)) {
      for await (const { key } of blobs().list(prefix)) await blobs().removeItem(key)
    }
  }
  await restoreReserve()
}

/**
 * Returns the ids of the revisions of an artifact, a review or a project: of rows that the condition selects.
 */
export async function revisionIdsWhere(tx: Db, condition: SQL): Promise<string[]> {
  const rows = await tx
    .select({ id: revision.id })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(condition)
  return rows.map(row => row.id)
}
