import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { HumanActor } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { prepared, type Placeholders, type Values } from '~~/server/db/prepared'
import { archived, artifact, comment, review, revision, seen, thread, verdict } from '~~/server/db/schema'
import { isChangedAfterVerdict } from '~~/server/db/tables/reviews'
import { isCurrentRevision } from '~~/server/domain/artifact/current-revision'
import {
  mergeLatest,
  selectListed,
  selectVersions,
  type ListedReview,
  type ListedVersion,
  type ListPosition,
} from './list-latest'

/** The selection of reviews in an inbox. */
export interface InboxList {
  workspaceIds: readonly string[]
  limit: number
  /**
   * Reviews that the person, or everyone who is needed, verified before this time are listed only if they
   * have news.
   */
  decidedSince: number
}

/**
 * The number of verified reviews with changes after the verdict that are searched for news: those changed
 * last.
 */
const CHANGED_SEARCHED = 1000

const inboxValues = {
  workspaceId: review.workspaceId,
  userId: seen.userId,
  since: review.updatedAt,
  beforeSince: review.updatedAt,
  limit: Number,
}
/** The placeholders for a query of the inbox, from which the conditions below are made. */
type InboxValues = Placeholders<typeof inboxValues>

const notArchived = ({ userId }: InboxValues) => sql`not exists (
  select 1 from ${archived} where ${archived.userId} = ${userId}
  and ${archived.reviewId} = ${review.id} and ${archived.version} = ${review.version}
)`

/** The time of the person's latest verdict; null before the first. */
const ownVerdictAt = ({ userId }: InboxValues) => sql`(
  select max(${verdict.createdAt}) from ${verdict}
  where ${verdict.reviewId} = ${review.id} and ${verdict.authorId} = ${userId}
)`

/** The condition `changedSinceVerdict` of a summary: see summarize.ts. */
function hasNews(values: InboxValues): SQL {
  const { userId } = values
  /** The condition that a time is after the verdict: the person's own, or else that of the review. */
  const isAfterVerdict = (at: SQLiteColumn) =>
    sql`${at} > coalesce(${ownVerdictAt(values)}, ${review.decidedAt})`
  /** The condition that the person has not seen a revision or comment of the review. */
  const isUnseen = (id: SQLiteColumn) => sql`not exists (
    select 1 from ${seen} where ${seen.userId} = ${userId}
    and ${seen.reviewId} = ${review.id} and ${seen.itemId} = ${id}
  )`
  return sql`(
    ${isAfterVerdict(review.referencesChangedAt)} or exists (
      select 1 from ${thread} where ${thread.reviewId} = ${review.id} and ${thread.status} = 'addressed'
      and ${isAfterVerdict(thread.updatedAt)}
    ) or exists (
      select 1 from ${artifact} join ${revision} on ${revision.artifactId} = ${artifact.id}
      where ${artifact.reviewId} = ${review.id} and ${isAfterVerdict(revision.completedAt)}
      and ${isCurrentRevision} and ${isUnseen(revision.id)}
    ) or exists (
      select 1 from ${thread} join ${comment} on ${comment.threadId} = ${thread.id}
      where ${thread.reviewId} = ${review.id} and ${comment.authorId} <> ${userId}
      and ${isAfterVerdict(comment.createdAt)} and ${isUnseen(comment.id)}
    )
  )`
}

/**
 * The condition that the review waits for the person: leaves out reviews that they verified some time ago and
 * that wait for others. Only such a verdict is later than that of the review.
 */
const awaitsPerson = (values: InboxValues) => sql`(
  coalesce(${ownVerdictAt(values)}, ${values.since})
    not between coalesce(${review.decidedAt}, 0) + 1 and ${values.beforeSince}
  or ${hasNews(values)}
)`

const decidedAt = sql`coalesce(${review.decidedAt}, ${review.updatedAt})`

/** The verified reviews that changed after the verdict, selected by an index. */
const changedAfterVerdict = ({ workspaceId }: InboxValues) => sql`${review.id} in (
  select id from ${review}
  where workspace_id = ${workspaceId} and status = 'verified' and ${isChangedAfterVerdict}
  order by updated_at desc, id desc limit ${sql.raw(String(CHANGED_SEARCHED))}
)`

const isInWorkspace = ({ workspaceId }: InboxValues, status: ReviewStatus) =>
  and(eq(review.workspaceId, workspaceId), eq(review.status, status))

/** The reviews of an inbox, in parts that each have an index in their order. No review is in two parts. */
const parts: ((values: InboxValues) => SQL | undefined)[] = [
  values => and(isInWorkspace(values, 'open'), awaitsPerson(values)),
  values => and(isInWorkspace(values, 'changes_requested'), awaitsPerson(values)),
  values =>
    and(isInWorkspace(values, 'verified'), gte(review.updatedAt, values.since), gte(decidedAt, values.since)),
  values => and(changedAfterVerdict(values), lt(decidedAt, values.since), hasNews(values)),
]

/** Selects the reviews of a part from a query of reviews, last change first. */
const inPart = <Select extends SQLiteSelect>(
  query: Select,
  part: (typeof parts)[number],
  values: InboxValues,
) =>
  query
    .where(and(part(values), notArchived(values)))
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(values.limit)

const listedIn = parts.map(part =>
  prepared(inboxValues, (executor, values) => inPart(selectListed(executor), part, values)),
)
const versionsIn = parts.map(part =>
  prepared(inboxValues, (executor, values) => inPart(selectVersions(executor, values.userId), part, values)),
)

/**
 * Lists the reviews of an inbox, last change first, without those that the person archived. The number of
 * rows it reads does not grow with the number of reviews, but with the number of those that are left out.
 */
export function listInbox(human: HumanActor, list: InboxList): Promise<ListedReview[]> {
  return merged(human, list, listedIn)
}

/** Returns the versions that show whether the list of {@link listInbox} has changed. */
export function listInboxVersions(human: HumanActor, list: InboxList): Promise<ListedVersion[]> {
  return merged(human, list, versionsIn)
}

async function merged<Row extends { review: ListPosition }>(
  human: HumanActor,
  { workspaceIds, limit, decidedSince: since }: InboxList,
  queries: ((executor: Db, values: Values<typeof inboxValues>) => Promise<Row[]>)[],
): Promise<Row[]> {
  const values = { userId: human.id, since, beforeSince: since - 1, limit }
  const lists = workspaceIds.flatMap(workspaceId => queries.map(read => read(db, { ...values, workspaceId })))
  return mergeLatest(await Promise.all(lists), limit)
}
