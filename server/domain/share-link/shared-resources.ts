import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { db, type Db } from '~~/server/db'
import { selectArtifacts, selectComments, selectThreads } from '~~/server/db/joins'
import { artifact, comment, review, thread } from '~~/server/db/schema'
import type { Share } from './open-share'

// Functions that look up resources for visitors of a share link. A share link gives access only to the
// resources of its review. For other resources, visitors get `not_found`.

function found<T>(row: T | undefined, resource: string, field?: string): T {
  if (!row) throw new AppError('not_found', { message: `${resource} not found.`, field })
  return row
}

/**
 * Returns an artifact of a shared review. Throws `not_found` if the review has no such artifact. `field` is
 * the name of the input field that contains the id.
 */
export async function findSharedArtifact(share: Share, id: string, executor: Db = db, field?: string) {
  const isShown = and(eq(artifact.id, id), eq(review.id, share.review.id))
  const [row] = await selectArtifacts(executor).where(isShown)
  return found(row, 'Artifact', field)
}

/** Returns a thread of a shared review. Throws `not_found` if the review has no such thread. */
export async function findSharedThread(share: Share, id: string, executor: Db) {
  const [row] = await selectThreads(executor).where(and(eq(thread.id, id), eq(review.id, share.review.id)))
  return found(row, 'Thread')
}

/** Returns a comment of a shared review. Throws `not_found` if the review has no such comment. */
export async function findSharedComment(share: Share, id: string, executor: Db) {
  const [row] = await selectComments(executor).where(and(eq(comment.id, id), eq(review.id, share.review.id)))
  return found(row, 'Comment')
}
