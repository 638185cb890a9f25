import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  max,
  min,
  ne,
  notExists,
  type SQLWrapper,
} from 'drizzle-orm'
import { eventKindsFor } from '#shared/events'
import { nextAction, type NextAction } from '#shared/review/next-action'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { idParts, prepared, preparedForIds } from '~~/server/db/prepared'
import { artifact, comment, event, revision, thread } from '~~/server/db/schema'
import { countThreads } from './counts'

const newsKinds = new Set<string>(eventKindsFor('feedback'))

/**
 * A change of a review: the version that it created, and the id of the changed thread, comment, artifact or
 * review.
 */
interface Change {
  subjectId: string
  version: number | null
}

/** The new activity in a review: the changes that others made. */
export interface News {
  changes: Change[]
  /** Whether a person set the status of the review by a verdict. */
  hasVerdict: boolean
}

/** Selects the replies of agents after a comment, in the thread of the surrounding query. */
export function agentRepliesAfter(executor: Db, commentId: SQLWrapper) {
  const reply = aliasedTable(comment, 'reply')
  return executor
    .select({ id: reply.id })
    .from(reply)
    .where(and(eq(reply.threadId, thread.id), eq(reply.authorType, 'agent'), gt(reply.id, commentId)))
}

/**
 * Selects an open thread in which no agent has replied after the last comment of a person. A thread in which
 * only agents commented is selected too, since no comment is later than none. Comments are compared by id,
 * since ids sort by time.
 */
const unansweredOf = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) => {
  const byPerson = aliasedTable(comment, 'by_person')
  const lastByPerson = executor
    .select({ id: max(byPerson.id) })
    .from(byPerson)
    .where(and(eq(byPerson.threadId, thread.id), ne(byPerson.authorType, 'agent')))
  return executor
    .select({ id: thread.id })
    .from(thread)
    .where(
      and(
        eq(thread.reviewId, reviewId),
        eq(thread.status, 'open'),
        notExists(agentRepliesAfter(executor, lastByPerson)),
      ),
    )
    .limit(1)
})

const sinceVersion = { reviewId: event.reviewId, version: event.reviewVersion }
const changed = { kind: event.kind, actorId: event.actorId, subjectId: event.subjectId }

const changesOf = prepared(sinceVersion, (executor, { reviewId, version }) =>
  executor
    .select({ ...changed, version: event.reviewVersion })
    .from(event)
    .where(and(eq(event.reviewId, reviewId), gt(event.reviewVersion, version)))
    .orderBy(asc(event.reviewVersion)),
)

const lastChangesOf = prepared(sinceVersion, (executor, { reviewId, version }) =>
  executor
    .select({ ...changed, version: max(event.reviewVersion) })
    .from(event)
    .where(and(eq(event.reviewId, reviewId), gt(event.reviewVersion, version)))
    .groupBy(event.subjectId, event.kind, event.actorId)
    .orderBy(asc(min(event.reviewVersion))),
)

const ownLast = prepared(
  { reviewId: event.reviewId, actorId: event.actorId },
  (executor, { reviewId, actorId }) =>
    executor
      .select({ version: event.reviewVersion })
      .from(event)
      .where(and(eq(event.reviewId, reviewId), gt(event.reviewVersion, 0), eq(event.actorId, actorId)))
      .orderBy(desc(event.reviewVersion))
      .limit(1),
)

/**
 * Selects the version of a review at which the oldest unanswered comment was created. A comment counts if its
 * thread is open, someone other than the given actor wrote it, and no agent has replied to it. The query
 * sorts by version, which is the order of the index of events.
 */
const firstUnreplied = prepared(
  { reviewId: event.reviewId, actorId: comment.authorId },
  (executor, { reviewId, actorId }) =>
    executor
      .select({ version: event.reviewVersion })
      .from(event)
      .innerJoin(comment, eq(comment.id, event.subjectId))
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(
        and(
          eq(event.reviewId, reviewId),
          eq(event.kind, 'comment.created'),
          // Leaves out events of earlier releases: SQLite sorts their null version first.
          gt(event.reviewVersion, 0),
          eq(thread.status, 'open'),
          ne(comment.authorId, actorId),
          notExists(agentRepliesAfter(executor, comment.id)),
        ),
      )
      .orderBy(asc(event.reviewVersion))
      .limit(1),
)

const lastCompletionOf = prepared({ reviewId: artifact.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ at: max(revision.completedAt) })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(eq(artifact.reviewId, reviewId)),
)

const threadsOfComments = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({ id: comment.id, threadId: comment.threadId })
    .from(comment)
    .where(inArray(comment.id, ids)),
)

/**
 * Returns the events of a review after a version, in the order of their versions. Call it only for the last
 * versions: a review may have any number of events, since a person can resolve and reopen comments endlessly.
 */
export const changesSince = (executor: Db, reviewId: string, version: number) =>
  changesOf(executor, { reviewId, version })

/**
 * Returns the changes of a review after a version: of equal changes by the same actor only the last one, at
 * the place of the first one. So their number is bounded by the content of the review.
 */
export const lastChangesSince = (executor: Db, reviewId: string, version: number) =>
  lastChangesOf(executor, { reviewId, version })

/**
 * Returns the version of a review after which changes are new activity for a caller without a cursor. This is
 * the version of the caller's own last change, or `firstVersion` if the caller has changed nothing. For an
 * agent, earlier comments that no agent has replied to are also new activity, since the agent may have been
 * working when they arrived.
 */
export async function handledVersion(
  executor: Db,
  caller: Caller,
  reviewId: string,
  firstVersion = 0,
): Promise<number> {
  const ids = { reviewId, actorId: caller.id }
  const [own] = await ownLast(executor, ids)
  const ownVersion = own?.version ?? firstVersion
  if (caller.type !== 'agent') return ownVersion
  const [unreplied] = await firstUnreplied(executor, ids)
  return Math.min(ownVersion, (unreplied?.version ?? Infinity) - 1)
}

/**
 * Returns the new activity in a review after a version: the changes that others made. Returns null if there
 * is none.
 */
export async function newsSince(
  executor: Db,
  caller: Caller,
  reviewId: string,
  version: number,
): Promise<News | null> {
  const rows = await lastChangesSince(executor, reviewId, version)
  const news = rows.filter(row => row.actorId !== caller.id && newsKinds.has(row.kind))
  if (news.length === 0) return null
  return {
    changes: news,
    hasVerdict: news.some(row => row.kind.startsWith('review.')),
  }
}

/**
 * Returns a map from the id of each thread that changed, or whose comments changed, to the version of its
 * last change. The map is in the order of the changes.
 */
export async function changedThreads(executor: Db, changes: readonly Change[]): Promise<Map<string, number>> {
  const comments = changes.map(each => each.subjectId).filter(id => id.startsWith('cmt_'))
  const threads = new Map<string, string>()
  for (const ids of idParts(comments))
    for (const { id, threadId } of await threadsOfComments(executor, { ids })) threads.set(id, threadId)
  const versions = new Map<string, number>()
  for (const { subjectId, version } of changes) {
    const id = subjectId.startsWith('thr_') ? subjectId : threads.get(subjectId)
    if (id !== undefined) versions.set(id, Math.max(versions.get(id) ?? 0, version ?? 0))
  }
  return versions
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
  const unanswered = counts.open === 0 ? [] : await unansweredOf(executor, { reviewId: review.id })
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
