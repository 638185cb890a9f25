import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { archived, artifact, comment, review, revision, seen, thread, verdict } from '~~/server/db/schema'
import { isCurrentRevision } from '~~/server/domain/artifact/current-revision'
import {
  mergeLatest,
  selectListed,
  selectVersions,
  type ListedReview,
  type ListedVersion,
  type Place,
  type Query,
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

const value = sql.placeholder
const inWorkspace = eq(review.workspaceId, value('workspaceId'))

const notArchived = sql`not exists (
  select 1 from ${archived} where ${archived.userId} = ${value('userId')}
  and ${archived.reviewId} = ${review.id} and ${archived.version} = ${review.version}
)`

/** When the person gave their latest verdict; null before the first. */
const ownVerdictAt = sql`(
  select max(${verdict.createdAt}) from ${verdict}
  where ${verdict.reviewId} = ${review.id} and ${verdict.authorId} = ${value('userId')}
)`

/** After the verdict: the person's own, else that of the review. */
const isAfterVerdict = (at: SQL) => sql`${at} > coalesce(${ownVerdictAt}, ${review.decidedAt})`

/** Whether the person has not seen a revision or comment of the review. */
const isUnseen = (id: SQLiteColumn) => sql`not exists (
  select 1 from ${seen} where ${seen.userId} = ${value('userId')}
  and ${seen.reviewId} = ${review.id} and ${seen.itemId} = ${id}
)`

/** The same as `changedSinceVerdict` of a summary: see summarize.ts. */
const hasNews = sql`(
  ${isAfterVerdict(sql`${review.referencesChangedAt}`)} or exists (
    select 1 from ${thread} where ${thread.reviewId} = ${review.id} and ${thread.status} = 'addressed'
    and ${isAfterVerdict(sql`${thread.updatedAt}`)}
  ) or exists (
    select 1 from ${artifact} join ${revision} on ${revision.artifactId} = ${artifact.id}
    where ${artifact.reviewId} = ${review.id} and ${isAfterVerdict(sql`${revision.completedAt}`)}
    and ${isCurrentRevision} and ${isUnseen(revision.id)}
  ) or exists (
    select 1 from ${thread} join ${comment} on ${comment.threadId} = ${thread.id}
    where ${thread.reviewId} = ${review.id} and ${comment.authorId} <> ${value('userId')}
    and ${isAfterVerdict(sql`${comment.createdAt}`)} and ${isUnseen(comment.id)}
  )
)`

/**
 * Not those that the person verified some time ago, where the review waits for others: only such a verdict is
 * later than that of the review.
 */
const awaitsPerson = sql`(
  coalesce(${ownVerdictAt}, ${value('since')})
    not between coalesce(${review.decidedAt}, 0) + 1 and ${value('beforeSince')}
  or ${hasNews}
)`

const decidedAt = sql`coalesce(${review.decidedAt}, ${review.updatedAt})`

/** Those verified reviews that changed after the verdict, by an index of them: see tables/reviews.ts. */
const changedAfterVerdict = sql`${review.id} in (
  select id from ${review}
  where workspace_id = ${value('workspaceId')} and status = 'verified' and updated_at > decided_at + 5
  order by updated_at desc, id desc limit ${sql.raw(String(CHANGED_SEARCHED))}
)`

/** The reviews of an inbox, in parts that an index each has in their order; none is in two. */
const parts = [
  and(inWorkspace, eq(review.status, 'open'), awaitsPerson),
  and(inWorkspace, eq(review.status, 'changes_requested'), awaitsPerson),
  and(
    inWorkspace,
    eq(review.status, 'verified'),
    gte(review.updatedAt, value('since')),
    gte(decidedAt, value('since')),
  ),
  and(changedAfterVerdict, lt(decidedAt, value('since')), hasNews),
]

/** Selects of a query of reviews those of a part, the last change first. */
const inPart = <Select extends SQLiteSelect>(query: Select, part: SQL | undefined) =>
  query.where(and(part, notArchived)).orderBy(desc(review.updatedAt), desc(review.id)).limit(value('limit'))

const rowsOf = prepared(executor => parts.map(part => inPart(selectListed(executor), part).prepare()))
const versionsOf = prepared(executor => parts.map(part => inPart(selectVersions(executor), part).prepare()))

/**
 * Lists the reviews of an inbox, the last change first, without those that the person has archived. What it
 * reads does not grow with the number of reviews, but with the number of those that are left out.
 */
export function listInbox(human: HumanActor, list: InboxList): Promise<ListedReview[]> {
  return merged(human, list, rowsOf(db))
}

/** Returns what tells whether the list of {@link listInbox} is the same as before. */
export function listInboxVersions(human: HumanActor, list: InboxList): Promise<ListedVersion[]> {
  return merged(human, list, versionsOf(db))
}

async function merged<Row extends { review: Place }>(
  human: HumanActor,
  { workspaceIds, limit, decidedSince: since }: InboxList,
  queries: Query<Row>[],
): Promise<Row[]> {
  const values = { userId: human.id, since, beforeSince: since - 1, limit }
  const lists = workspaceIds.flatMap(workspaceId =>
    queries.map(query => query.execute({ ...values, workspaceId })),
  )
  return mergeLatest(await Promise.all(lists), limit)
}
