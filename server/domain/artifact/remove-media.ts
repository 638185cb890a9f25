import { eq, type SQL } from 'drizzle-orm'
import { keepReserve, writeRemoval, type Db } from '~~/server/db'
import { artifact, project, review, revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'

/** The folders of the blob store; each holds a folder for each revision. */
const folders = ['originals', 'posters', 'embeds', 'thumbnails'] as const

/**
 * Runs a removal that answers the ids of the revisions it takes away, then removes what is stored for them:
 * rows first, then files. Answers those ids.
 */
export async function removeWithMedia(run: (tx: Db) => Promise<string[]>): Promise<string[]> {
  const gone = await writeRemoval(run)
  await removeMedia(gone)
  return gone
}

/**
 * Removes everything stored for revisions whose rows are gone. What a crash leaves is nobody's, for the
 * sweeper to collect.
 */
export async function removeMedia(revisionIds: string[]): Promise<void> {
  for (const id of revisionIds) {
    for (const folder of folders) {
      for await (const key of blobs().keys(`${folder}/${id}/`)) await blobs().remove(key)
    }
  }
  await keepReserve()
}

/** The ids of the revisions of an artifact, a review or a project, whichever the condition names. */
export async function revisionsWhere(tx: Db, condition: SQL): Promise<string[]> {
  const rows = await tx
    .select({ id: revision.id })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .where(condition)
  return rows.map(row => row.id)
}
