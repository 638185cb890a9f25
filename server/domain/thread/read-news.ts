import { aliasedTable, and, asc, eq, gt, gte, inArray, isNull, max, ne, or, sql, type SQL } from 'drizzle-orm'
import { isIdOf } from '#shared/ids'
import { nextAction, type NextAction } from '#shared/review/next-action'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { idParts, prepared, preparedForIds } from '~~/server/db/prepared'
import { artifact, comment, event, revision, thread } from '~~/server/db/schema'
import { countThreads } from './counts'
import {
  changesAfter,
  lastByOthers,
  threadsOf,
  type ReviewChanges,
  type ReviewVersion,
} from './review-changes'

/** The new activity in a review: the changes that others made. */
export interface News {
  /** The changed threads with the version of their last change, in the order of these versions. */
  threads: Map<string, number>
  /** Whether a person set the status of the review by a verdict. */
  hasVerdict: boolean
}

/**
 * Selects an open thread in which no agent has commented after the last comment of a person. A thread in
 * which only agents commented is selected too. Comments are compared by their ids, because ids ascend with
 * time.
 */
const openThreadWithoutReply = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) => {
  // There are two subqueries for each thread. With a subquery for each comment, the thread would be read
  // again for each of its comments.
  const last = aliasedTable(comment, 'last')
  const lastBy = (author: SQL) =>
    executor
      .select({ id: max(last.id) })
      .from(last)
      .where(and(eq(last.threadId, thread.id), author))
  const isReplied = gt(lastBy(eq(last.authorType, 'agent')), lastBy(ne(last.authorType, 'agent')))
  return executor
    .select({ id: thread.id })
    .from(thread)
    .where(
      and(eq(thread.reviewId, reviewId), eq(thread.status, 'open'), sql`not coalesce(${isReplied}, false)`),
    )
    .limit(1)
})

const sinceVersion = { reviewId: event.reviewId, version: event.reviewVersion }

const changesOf = prepared(sinceVersion, (executor, { reviewId, version }) =>
  executor
    .select({ kind: event.kind, subjectId: event.subjectId, version: event.reviewVersion })
    .from(event)
    .where(and(eq(event.reviewId, reviewId), gt(event.reviewVersion, version)))
    .orderBy(asc(event.reviewVersion)),
)

/**
 * Selects the comments in open threads of a review to which no agent has replied, except the comments of the
 * given actor. The query finds the last reply of each thread only once, because a thread may have thousands
 * of comments.
 */
const commentsWithoutReply = prepared(
  { reviewId: thread.reviewId, actorId: comment.authorId },
  (executor, { reviewId, actorId }) => {
    const reply = aliasedTable(comment, 'reply')
    const replied = executor
      .select({ threadId: reply.threadId, lastId: max(reply.id).as('last_id') })
      .from(reply)
      .innerJoin(thread, eq(thread.id, reply.threadId))
      .where(and(eq(thread.reviewId, reviewId), eq(thread.status, 'open'), eq(reply.authorType, 'agent')))
      .groupBy(reply.threadId)
      .as('replied')
    return executor
      .select({ id: comment.id, threadId: thread.id })
      .from(thread)
      .innerJoin(comment, eq(comment.threadId, thread.id))
      .leftJoin(replied, eq(replied.threadId, thread.id))
      .where(
        and(
          eq(thread.reviewId, reviewId),
          eq(thread.status, 'open'),
          ne(comment.authorId, actorId),
          or(isNull(replied.lastId), gte(comment.id, replied.lastId)),
        ),
      )
  },
)

const lastCompletionOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ at: max(revision.completedAt) })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(eq(artifact.reviewId, reviewId)),
)

/** Selects the last comment by an agent in each of the given threads. */
const lastAgentComments = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({ threadId: comment.threadId, id: max(comment.id) })
    .from(comment)
    .where(and(inArray(comment.threadId, ids), eq(comment.authorType, 'agent')))
    .groupBy(comment.threadId),
)

const openThreadsOf = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({ id: comment.id, threadId: comment.threadId })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .where(and(inArray(comment.id, ids), eq(thread.status, 'open'))),
)

/** Returns the given comments to which no agent has replied and whose thread is open. */
export async function unrepliedAmong(executor: Db, commentIds: readonly string[]): Promise<Set<string>> {
  const open = []
  for (const ids of idParts(commentIds)) open.push(...(await openThreadsOf(executor, { ids })))
  const lastReplies = new Map<string, string>()
  for (const ids of idParts([...new Set(open.map(each => each.threadId))]))
    for (const { threadId, id } of await lastAgentComments(executor, { ids }))
      if (id !== null) lastReplies.set(threadId, id)
  const isUnreplied = ({ id, threadId }: { id: string; threadId: string }) =>
    id >= (lastReplies.get(threadId) ?? '')
  return new Set(open.filter(isUnreplied).map(each => each.id))
}

/**
 * Returns the events of a review after a version, in the order of their versions. Call it only for a few of
 * the latest versions: the number of events of a review has no limit, since a person can resolve and reopen
 * comments endlessly.
 */
export const changesSince = (executor: Db, reviewId: string, version: number) =>
  changesOf(executor, { reviewId, version })

/**
 * Returns the version of a review after which changes are new activity for a caller without a cursor. This is
 * the version of the caller's own last change, or `firstVersion` if the caller has changed nothing. For an
 * agent, earlier comments that no agent has replied to are also new activity, since the agent may have been
 * working when they arrived.
 */
export async function handledVersion(
  executor: Db,
  caller: Caller,
  review: ReviewVersion,
  firstVersion = 0,
): Promise<number> {
  const changes = await changesAfter(executor, review, 0)
  const ownVersion = Math.max(...changes.map(({ any }) => any.get(caller.id) ?? 0)) || firstVersion
  if (caller.type !== 'agent') return ownVersion
  const unreplied = await commentsWithoutReply(executor, { reviewId: review.id, actorId: caller.id })
  const versions = unreplied.flatMap(({ id, threadId }) =>
    changes.flatMap(({ threads }) => threads.get(threadId)?.created.get(id) ?? []),
  )
  return versions.reduce((first, version) => Math.min(first, version - 1), ownVersion)
}

/**
 * Returns the new activity in a review after a version: the changes that others made. Returns null if there
 * is none.
 */
export async function newsSince(
  executor: Db,
  caller: Caller,
  review: ReviewVersion,
  version: number,
): Promise<News | null> {
  const changes = await changesAfter(executor, review, version)
  const isLater = (last: (each: ReviewChanges) => Map<string, number>) =>
    changes.some(each => lastByOthers(last(each), caller.id) > version)
  if (!isLater(({ news }) => news)) return null
  return {
    threads: threadsIn(changes, caller.id, version),
    hasVerdict: isLater(({ verdicts }) => verdicts),
  }
}

/**
 * Returns the threads that were changed after a version, or whose comments were changed. The map contains the
 * version of the last change of each thread by the thread's id, in ascending order of the versions.
 */
export async function threadsSince(
  executor: Db,
  review: ReviewVersion,
  version: number,
): Promise<Map<string, number>> {
  return threadsIn(await changesAfter(executor, review, version), null, version)
}

/** Returns the same map as {@link threadsSince}, but only for changes by other actors than the given one. */
function threadsIn(
  changes: readonly ReviewChanges[],
  actorId: string | null,
  version: number,
): Map<string, number> {
  const versions = new Map<string, number>()
  for (const { threads } of changes)
    for (const [id, { last }] of threads) {
      const lastVersion = lastByOthers(last, actorId)
      if (lastVersion > version) versions.set(id, lastVersion)
    }
  return new Map([...versions].toSorted(([, one], [, other]) => one - other))
}

/** Returns the ids of the threads that changed, or whose comments changed. */
export async function changedThreads(
  executor: Db,
  changes: readonly { subjectId: string }[],
): Promise<Set<string>> {
  const subjects = changes.map(each => each.subjectId)
  const threads = await threadsOf(executor, subjects)
  return new Set(subjects.flatMap(id => (isIdOf('thread', id) ? id : (threads.get(id) ?? []))))
}

/** Returns the time at which evidence of a review was last completed; null without evidence. */
export async function lastCompletedAt(executor: Db, reviewId: string): Promise<number | null> {
  const [row] = await lastCompletionOf(executor, { reviewId })
  return row?.at ?? null
}

/** Returns the thread counts of a review, and the next action of an agent. */
export async function progressOf(
  executor: Db,
  { review }: LoadedReview,
): Promise<{ counts: ThreadCounts; nextAction: NextAction }> {
  const counts = (await countThreads(executor, review.id)).review
  const unanswered = counts.open === 0 ? [] : await openThreadWithoutReply(executor, { reviewId: review.id })
  const completedAt = await lastCompletedAt(executor, review.id)
  return {
    counts,
    nextAction: nextAction({
      status: review.status,
      counts,
      hasUnanswered: unanswered.length > 0,
      hasEvidence: completedAt !== null,
      hasNewEvidence: completedAt !== null && completedAt > (review.decidedAt ?? 0),
      hasDecisionComment: review.decisionComment !== null,
    }),
  }
}
