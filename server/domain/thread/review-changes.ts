import { and, asc, eq, gt, inArray, lte, max } from 'drizzle-orm'
import { eventKindsFor } from '#shared/events'
import { isIdOf } from '#shared/ids'
import { db, type Db } from '~~/server/db'
import { idParts, prepared, preparedForIds } from '~~/server/db/prepared'
import { comment, event, review } from '~~/server/db/schema'
import { openCache } from '~~/server/process/memory-cache'
import { singleFlight } from '~~/server/process/single-flight'
import { createYield } from '~~/server/process/yield-to-event-loop'

/**
 * The maximum number of versions whose events one query reads. The number of a review's events has no limit,
 * because people can resolve and reopen a thread endlessly. So the events are read once, into a cached
 * summary. Later calls read only the events after the summary.
 */
const AT_ONCE = 2_000

/**
 * The maximum number of versions whose events are read directly. For so few versions, this is as fast as
 * using the summary.
 */
const MAX_DIRECT = 500

/** The estimated memory of one map entry with its key, in bytes. */
const ENTRY_BYTES = 120

const newsKinds = new Set<string>(eventKindsFor('feedback'))

/** A review and one of its versions. Only changes up to this version are read. */
export interface ReviewVersion {
  id: string
  version: number
}

/**
 * The version of the last change by each actor. The key is the id of the actor, or an empty text for unknown
 * actors.
 */
type LastVersions = Map<string, number>

interface ThreadChanges {
  last: LastVersions
  /** The version of the review at which each comment of the thread was created, by the id of the comment. */
  created: Map<string, number>
}

/**
 * A summary of the changes of a review in a range of versions. It contains only the last change of each
 * actor.
 */
export interface ReviewChanges {
  /** The last version of the review in the range. */
  version: number
  /**
   * `any` summarizes all changes, `news` the changes that are new activity for other actors, and `verdicts`
   * the changes of verdicts.
   */
  any: LastVersions
  news: LastVersions
  verdicts: LastVersions
  /** The changes of threads and of their comments, by the id of the thread. */
  threads: Map<string, ThreadChanges>
}

const range = { reviewId: event.reviewId, after: event.reviewVersion, upTo: event.reviewVersion }

/**
 * Selects the changes in a range of versions. If an actor made several changes of the same kind to the same
 * subject, selects only the last one.
 */
const lastChangesOf = prepared(range, (executor, { reviewId, after, upTo }) => {
  const version = max(event.reviewVersion)
  return executor
    .select({ kind: event.kind, actorId: event.actorId, subjectId: event.subjectId, version })
    .from(event)
    .where(and(eq(event.reviewId, reviewId), gt(event.reviewVersion, after), lte(event.reviewVersion, upTo)))
    .groupBy(event.subjectId, event.kind, event.actorId)
    .orderBy(asc(version))
})

const versionOf = prepared({ reviewId: review.id }, (executor, { reviewId }) =>
  executor.select({ id: review.id, version: review.version }).from(review).where(eq(review.id, reviewId)),
)

const threadsOfComments = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({ id: comment.id, threadId: comment.threadId })
    .from(comment)
    .where(inArray(comment.id, ids)),
)

/**
 * Returns a map from comment ids to the ids of their threads. Ids that do not belong to an existing comment
 * are left out.
 */
export async function threadsOf(executor: Db, subjectIds: readonly string[]): Promise<Map<string, string>> {
  const threads = new Map<string, string>()
  for (const ids of idParts(subjectIds.filter(id => isIdOf('comment', id))))
    for (const { id, threadId } of await threadsOfComments(executor, { ids })) threads.set(id, threadId)
  return threads
}

const cache = openCache<ReviewChanges>('changes', ({ any, news, verdicts, threads }) => {
  const ofThreads = threads
    .values()
    .reduce((sum, { last, created }) => sum + 2 + last.size + created.size, threads.size)
  return ENTRY_BYTES * (any.size + news.size + verdicts.size + ofThreads)
})

/**
 * Returns the changes of a review after the version `since`, up to the given version. The result consists of
 * one summary, or of two for consecutive ranges of versions. The first one may also contain changes up to
 * `since`. Outside of a transaction, other requests are handled while many events are read.
 */
export async function changesAfter(
  executor: Db,
  upTo: ReviewVersion,
  since: number,
): Promise<ReviewChanges[]> {
  if (upTo.version - since <= MAX_DIRECT) return [await extend(executor, upTo, noChanges(since))]
  if (executor === db) return [await summaryOf(upTo)]
  // The changes of this transaction may be rolled back, so they are not added to the cached summary.
  const known = cache.get(upTo.id) ?? noChanges(0)
  return [known, await extend(executor, upTo, noChanges(known.version))]
}

/**
 * Updates the cached summary of a review's changes. Call it before a transaction that needs the changes, so
 * that the transaction reads only later events.
 */
export async function readChangesAhead(reviewId: string): Promise<void> {
  const [found] = await versionOf(db, { reviewId })
  if (found && found.version > MAX_DIRECT) await summaryOf(found)
}

async function summaryOf(upTo: ReviewVersion): Promise<ReviewChanges> {
  const known = cache.get(upTo.id)
  if (known && known.version >= upTo.version) return known
  const read = await singleFlight(`changes ${upTo.id}`, async () => {
    const summary = await extend(db, upTo, cache.get(upTo.id) ?? noChanges(0))
    cache.set(upTo.id, summary)
    return summary
  })
  // The shared call may have been started for an earlier version. In this case, the later events are still
  // missing.
  return read.version >= upTo.version ? read : summaryOf(upTo)
}

const noChanges = (version: number): ReviewChanges => ({
  version,
  any: new Map(),
  news: new Map(),
  verdicts: new Map(),
  threads: new Map(),
})

/** Adds the changes of a review up to the given version to a summary. */
async function extend(
  executor: Db,
  { id: reviewId, version }: ReviewVersion,
  changes: ReviewChanges,
): Promise<ReviewChanges> {
  const yieldIfDue = createYield()
  while (changes.version < version) {
    if (executor === db) await yieldIfDue()
    const upTo = Math.min(version, changes.version + AT_ONCE)
    const rows = await lastChangesOf(executor, { reviewId, after: changes.version, upTo })
    const subjects = rows.map(row => row.subjectId)
    const threads = await threadsOf(executor, subjects)
    for (const row of rows) add(changes, row, threads.get(row.subjectId))
    changes.version = upTo
  }
  return changes
}

/** Adds a change to a summary. The change must be later than all changes in the summary. */
function add(
  { any, news, verdicts, threads }: ReviewChanges,
  row: Awaited<ReturnType<typeof lastChangesOf>>[number],
  threadOfComment: string | undefined,
): void {
  const actorId = row.actorId ?? ''
  const version = row.version ?? 0
  any.set(actorId, version)
  if (newsKinds.has(row.kind)) {
    news.set(actorId, version)
    if (row.kind.startsWith('review.')) verdicts.set(actorId, version)
  }
  // Deleted threads are removed from the summary. Otherwise it could grow endlessly, because people can
  // create and delete any number of threads.
  if (row.kind === 'thread.deleted') threads.delete(row.subjectId)
  else if (isIdOf('thread', row.subjectId) || threadOfComment !== undefined) {
    const threadId = threadOfComment ?? row.subjectId
    const changed = threads.get(threadId) ?? { last: new Map(), created: new Map() }
    threads.set(threadId, changed)
    changed.last.set(actorId, version)
    if (row.kind === 'comment.created') changed.created.set(row.subjectId, version)
  }
}

/** Returns the last version at which an actor except the given one made a change; 0 if there is none. */
export const lastByOthers = (last: LastVersions, actorId: string | null): number =>
  last.entries().reduce((latest, [id, version]) => (id === actorId ? latest : Math.max(latest, version)), 0)
