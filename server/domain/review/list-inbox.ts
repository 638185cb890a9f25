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
  type Place,
} from './list-latest'

/** Which reviews an inbox has. */
export interface InboxList {
  workspaceIds: readonly string[]
  limit: number
  /** Reviews that the person, or everyone who is needed, has verified before have to have news. */
  decidedSince: number
}

/** How many verified reviews that changed after the verdict are searched for news: those changed last. */
const CHANGED_SEARCHED = 1000

const inboxValues = {
  workspaceId: review.workspaceId,
  userId: seen.userId,
  since: review.updatedAt,
  beforeSince: review.updatedAt,
  limit: Number,
}
/** The placeholders of a query of the inbox, of which the conditions below are made. */
type InboxValues = Placeholders<typeof inboxValues>

const notArchived = ({ userId }: InboxValues) => sql`not exists (
  select 1 from ${archived} where ${archived.userId} = ${userId}
  and ${archived.reviewId} = ${review.id} and ${archived.version} = ${review.version}
)`

/** When the person gave their latest verdict; null before the first. */
const ownVerdictAt = ({ userId }: InboxValues) => sql`(
  select max(${verdict.createdAt}) from ${verdict}
  where ${verdict.reviewId} = ${review.id} and ${verdict.authorId} = ${userId}
)`

/** The same as `changedSinceVerdict` of a summary: see summarize.ts. */
function hasNews(values: InboxValues): SQL {
  const { userId } = values
  /** After the verdict: the person's own, else that of the review. */
  const isAfterVerdict = (at: SQLiteColumn) =>
    sql`${at} > coalesce(${ownVerdictAt(values)}, ${review.decidedAt})`
  /** Whether the person has not seen a revision or comment of the review. */
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
 * Not those that the person verified some time ago, where the review waits for others: only such a verdict is
 * later than that of the review.
 */
const awaitsPerson = (values: InboxValues) => sql`(
  coalesce(${ownVerdictAt(values)}, ${values.since})
    not between coalesce(${review.decidedAt}, 0) + 1 and ${values.beforeSince}
  or ${hasNews(values)}
)`

const decidedAt = sql`coalesce(${review.decidedAt}, ${review.updatedAt})`

/** Those verified reviews that changed after the verdict, by an index of them. */
const changedAfterVerdict = ({ workspaceId }: InboxValues) => sql`${review.id} in (
  select id from ${review}
  where workspace_id = ${workspaceId} and status = 'verified' and ${isChangedAfterVerdict}
  order by updated_at desc, id desc limit ${sql.raw(String(CHANGED_SEARCHED))}
)`

const isInWorkspace = ({ workspaceId }: InboxValues, status: ReviewStatus) =>
  and(eq(review.workspaceId, workspaceId), eq(review.status, status))

/** The reviews of an inbox, in parts that an index each has in their order; none is in two. */
const parts: ((values: InboxValues) => SQL | undefined)[] = [
  values => and(isInWorkspace(values, 'open'), awaitsPerson(values)),
  values => and(isInWorkspace(values, 'changes_requested'), awaitsPerson(values)),
  values =>
    and(isInWorkspace(values, 'verified'), gte(review.updatedAt, values.since), gte(decidedAt, values.since)),
  values => and(changedAfterVerdict(values), lt(decidedAt, values.since), hasNews(values)),
]

/** Selects of a query of reviews those of a part, the last change first. */
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
 * Lists the reviews of an inbox, the last change first, without those that the person has archived. What it
 * reads does not grow with the number of reviews, but with the number of those that are left out.
 */
export function listInbox(human: HumanActor, list: InboxList): Promise<ListedReview[]> {
  return merged(human, list, listedIn)
}

/** Returns what tells whether the list of {@link listInbox} is the same as before. */
export function listInboxVersions(human: HumanActor, list: InboxList): Promise<ListedVersion[]> {
  return merged(human, list, versionsIn)
}

async function merged<Row extends { review: Place }>(
  human: HumanActor,
  { workspaceIds, limit, decidedSince: since }: InboxList,
  queries: ((executor: Db, values: Values<typeof inboxValues>) => Promise<Row[]>)[],
): Promise<Row[]> {
  const values = { userId: human.id, since, beforeSince: since - 1, limit }
  const lists = workspaceIds.flatMap(workspaceId => queries.map(read => read(db, { ...values, workspaceId })))
  return mergeLatest(await Promise.all(lists), limit)
}
