import { and, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { commitStates, SHORTEST_HASH, type CommitStatus } from '#shared/forge/dialects'
import { commitStatusOf, type ReviewFacts } from '#shared/forge/review-comment'
import { db } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { review } from '~~/server/db/schema'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { readFacts } from './read-facts'

/** The maximum number of other reviews of the same commit that are considered. The newest ones are used. */
const MAX_OTHERS = 20

/** The status of a commit, and whether other reviews are about the same commit. */
interface StatusOfCommit {
  status: CommitStatus
  isShared: boolean
}

/**
 * Returns the status of the commit of a review. A commit has only one status. If other reviews of the project
 * belong to a pull request with the same commit, the least favorable status of all reviews is used, so that a
 * verdict on one review does not hide a verdict on another. `commit` is a full hash or Git's short form of
 * it.
 */
export async function statusOfCommit(
  own: ReviewFacts,
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
  const yieldIfDue = createYield()
  let status = commitStatusOf(own)
  for (const other of others) {
    if (status.state === commitStates[0]) break
    await yieldIfDue()
    const found = commitStatusOf(await readFacts(db, other))
    if (commitStates.indexOf(found.state) >= commitStates.indexOf(status.state)) continue
    status = { ...found, description: `Another review: ${found.description}` }
  }
  return { status, isShared: others.length > 0 }
}
