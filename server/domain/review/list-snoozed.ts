import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { review, snoozed } from '~~/server/db/schema'
import { selectListed } from './list-latest'
import { inboxList } from './read-inbox'
import { summarizeReviews } from './summarize'

/**
 * The workspace of a review, as an expression. With the column itself, SQLite would use the index of the
 * column, and read all reviews of the workspaces.
 */
const workspaceWithoutIndex = sql`${review.workspaceId} || ''`

/**
 * Lists the reviews that a person has snoozed. The review that returns to the inbox first is the first in the
 * list.
 */
export async function listSnoozed(
  human: HumanActor,
  input: Input<'listSnoozed'>,
): Promise<Output<'listSnoozed'>> {
  const { workspaceIds, now } = inboxList(human, input)
  const rows = await selectListed(db)
    .innerJoin(snoozed, eq(snoozed.reviewId, review.id))
    .where(
      and(
        eq(snoozed.userId, human.id),
        gt(snoozed.until, now),
        inArray(workspaceWithoutIndex, [...workspaceIds]),
      ),
    )
    .orderBy(asc(snoozed.until), asc(review.id))
    .limit(limits.inboxReviews + 1)
  return {
    reviews: await summarizeReviews(human, rows.slice(0, limits.inboxReviews)),
    hasMore: rows.length > limits.inboxReviews,
  }
}
