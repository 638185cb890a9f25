import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { HumanActor } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { prepared, type Placeholders, type Values } from '~~/server/db/prepared'
import { archived, review, seen, snoozed } from '~~/server/db/schema'
import { isChangedAfterVerdict } from '~~/server/db/tables/reviews'
import {
  mergeLatest,
  selectListed,
  selectVersions,
  type ListedReview,
  type ListedVersion,
  type ListPosition,
} from './list-latest'
import { hasNewActivity, ownVerdictAt } from './new-activity'

/** The conditions for the reviews in an inbox. */
export interface InboxList {
  workspaceIds: readonly string[]
  limit: number
  /**
   * The time, in epoch milliseconds, before which a verified review is old. Old reviews are listed only if
   * they have new activity. For a review that needs the verdicts of several people, the person's own verdict
   * counts.
   */
  decidedSince: number
  /** The present time, in epoch milliseconds. Reviews that are snoozed until a later time are left out. */
  now: number
}

/**
 * The maximum number of verified reviews that are searched for new activity. Only reviews that changed after
 * their verdict are searched, beginning with the latest change.
 */
const CHANGED_SEARCHED = 1000

const inboxValues = {
  workspaceId: review.workspaceId,
  userId: seen.userId,
  since: review.updatedAt,
  beforeSince: review.updatedAt,
  now: snoozed.until,
  limit: Number,
}
/** The placeholders of the inbox query. The conditions below use them. */
type InboxValues = Placeholders<typeof inboxValues>

const notArchived = ({ userId }: InboxValues) => sql`not exists (
  select 1 from ${archived} where ${archived.userId} = ${userId}
  and ${archived.reviewId} = ${review.id} and ${archived.version} = ${review.version}
)`

const notSnoozed = ({ userId, now }: InboxValues) => sql`not exists (
  select 1 from ${snoozed} where ${snoozed.userId} = ${userId}
  and ${snoozed.reviewId} = ${review.id} and ${snoozed.until} > ${now}
)`

/**
 * The condition that the review waits for the person. Leaves out reviews without new activity that the person
 * verified some time ago and that still need the verdicts of other people. In such a review, the person's
 * verdict is later than the verdict of the review.
 */
const awaitsPerson = (values: InboxValues) => sql`(
  coalesce(${ownVerdictAt(values)}, ${values.since})
    not between coalesce(${review.decidedAt}, 0) + 1 and ${values.beforeSince}
  or ${hasNewActivity(values)}
)`

const decidedAt = sql`coalesce(${review.decidedAt}, ${review.updatedAt})`

/** The condition that selects verified reviews with changes after the verdict. It uses an index. */
const changedAfterVerdict = ({ workspaceId }: InboxValues) => sql`${review.id} in (
  select id from ${review}
  where workspace_id = ${workspaceId} and status = 'verified' and ${isChangedAfterVerdict}
  order by updated_at desc, id desc limit ${sql.raw(String(CHANGED_SEARCHED))}
)`

const isInWorkspace = ({ workspaceId }: InboxValues, status: ReviewStatus) =>
  and(eq(review.workspaceId, workspaceId), eq(review.status, status))

/**
 * The conditions of the parts that together form an inbox. Each part is read from an index in the order of
 * the list, and no review is in two parts.
 */
const parts: ((values: InboxValues) => SQL | undefined)[] = [
  values => and(isInWorkspace(values, 'open'), awaitsPerson(values)),
  values => and(isInWorkspace(values, 'changes_requested'), awaitsPerson(values)),
  values =>
    and(isInWorkspace(values, 'verified'), gte(review.updatedAt, values.since), gte(decidedAt, values.since)),
  values => and(changedAfterVerdict(values), lt(decidedAt, values.since), hasNewActivity(values)),
]

/** Adds the condition of a part, the order (last change first) and the limit to a query of reviews. */
const inPart = <Select extends SQLiteSelect>(
  query: Select,
  part: (typeof parts)[number],
  values: InboxValues,
) =>
  query
    .where(and(part(values), notArchived(values), notSnoozed(values)))
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(values.limit)

const listedIn = parts.map(part =>
  prepared(inboxValues, (executor, values) => inPart(selectListed(executor), part, values)),
)
const versionsIn = parts.map(part =>
  prepared(inboxValues, (executor, values) => inPart(selectVersions(executor, values.userId), part, values)),
)

/**
 * Lists the reviews of an inbox, last change first. Leaves out reviews that the person archived or snoozed.
 * The number of rows that the query reads depends on the number of reviews that are left out, but not on the
 * total number of reviews.
 */
export function listInbox(human: HumanActor, list: InboxList): Promise<ListedReview[]> {
  return merged(human, list, listedIn)
}

/** Returns the versions by which a client finds out whether the list of {@link listInbox} has changed. */
export function listInboxVersions(human: HumanActor, list: InboxList): Promise<ListedVersion[]> {
  return merged(human, list, versionsIn)
}

async function merged<Row extends { review: ListPosition }>(
  human: HumanActor,
  { workspaceIds, limit, decidedSince: since, now }: InboxList,
  queries: ((executor: Db, values: Values<typeof inboxValues>) => Promise<Row[]>)[],
): Promise<Row[]> {
  const values = { userId: human.id, since, beforeSince: since - 1, now, limit }
  const lists = workspaceIds.flatMap(workspaceId => queries.map(read => read(db, { ...values, workspaceId })))
  return mergeLatest(await Promise.all(lists), limit)
}
