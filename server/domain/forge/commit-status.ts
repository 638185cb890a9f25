import { and, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { SHORTEST_HASH, type CommitState, type CommitStatus } from '#shared/forge/dialects'
import { commentedReview, commitStatusOf, type CommentedReview } from '#shared/forge/review-comment'
import { db } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { review } from '~~/server/db/schema'
import { serializeParts } from '~~/server/domain/review/serialize'

/** From the least favorable state of a commit to the most favorable one. */
const order: readonly CommitState[] = ['failure', 'pending', 'success']

/** The maximum number of other reviews of a commit that count: the newest ones. */
const MAX_OTHERS = 20

/** The status of a commit, and whether other reviews are about the same commit. */
interface StatusOfCommit {
  status: CommitStatus
  isShared: boolean
}

/**
 * Returns the status of the commit of a review. A commit has one status. So if other reviews of the project
 * show a pull request with the same commit, it is the least favorable status of all: a verdict on one review
 * does not hide what was decided on another. `commit` is a hash, perhaps in Git's short form.
 */
export async function statusOfCommit(
  own: CommentedReview,
  projectId: string,
  commit: string,
): Promise<StatusOfCommit> {
  const hash = commit.toLowerCase()
  const length = sql<number>`length(${review.commit})`
  const others = await selectReviews(db)
    .where(
      and(
        eq(review.projectId, projectId),
        ne(review.id, own.id),
        isNotNull(review.prRef),
        // Either hash may be the short form of the other.
        gte(length, SHORTEST_HASH),
        sql`substr(lower(${review.commit}), 1, ${hash.length}) = substr(${hash}, 1, ${length})`,
      ),
    )
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(MAX_OTHERS)
  let status = commitStatusOf(own)
  for (const other of others) {
    if (status.state === order[0]) break
    const found = commitStatusOf(commentedReview(await serializeParts(db, other)))
    if (order.indexOf(found.state) >= order.indexOf(status.state)) continue
    status = { ...found, description: `Another review: ${found.description}` }
  }
  return { status, isShared: others.length > 0 }
}
