import { and, countDistinct, eq, gte, ne } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { review, verdict } from '~~/server/db/schema'

const decidedBy = prepared(
  { authorId: verdict.authorId, since: verdict.createdAt },
  (executor, { authorId, since }) =>
    executor
      .select({ workspaceId: review.workspaceId, count: countDistinct(verdict.reviewId) })
      .from(verdict)
      .innerJoin(review, eq(review.id, verdict.reviewId))
      .where(and(eq(verdict.authorId, authorId), gte(verdict.createdAt, since), ne(verdict.status, 'open')))
      .groupBy(review.workspaceId),
)

/**
 * Returns the number of reviews in some workspaces for which a person has given a verdict since a time:
 * verified them or requested changes.
 */
export async function countDecided(
  human: HumanActor,
  workspaceIds: readonly string[],
  since: number,
): Promise<number> {
  const rows = await decidedBy(db, { authorId: human.id, since })
  return rows.reduce((sum, each) => (workspaceIds.includes(each.workspaceId) ? sum + each.count : sum), 0)
}
