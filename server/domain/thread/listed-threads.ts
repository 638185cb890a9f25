import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { db } from '~~/server/db'
import { openCache } from '~~/server/process/memory-cache'
import { hasClientLeft } from '~~/server/process/request-context'
import { singleFlightWhileAwaited } from '~~/server/process/single-flight'
import { createYieldWhileAwaited } from '~~/server/process/yield-to-event-loop'
import { inTurn, type ReviewSizes } from './large-review'
import { changedThreads, changesSince } from './read-news'
import { findThreads, serializeThreads } from './serialize'
import { createJson, threadJson } from './thread-json'

/**
 * A cached list of threads. It includes all changes up to a version of the review, and possibly later
 * changes.
 */
interface Listed {
  version: number
  threads: Thread[]
}

/**
 * The maximum number of changes after which a cached list is updated. After more changes, reading all threads
 * is faster.
 */
const MAX_CHANGES = 20

/**
 * The memory in bytes that a cached thread needs per character of its JSON: for the JSON text and the
 * objects.
 */
const BYTES_PER_CHARACTER = 4

// Measured with 500 threads and a change before each read: with this cache, a server lists threads 2.5 times
// as often (docs/performance.md). Remove the cache when the target for 1,000 changed threads is met without
// it.
const cache = openCache<Listed>('threads', ({ threads }) =>
  threads.reduce((sum, each) => sum + BYTES_PER_CHARACTER * threadJson(each).length, 0),
)

/**
 * Returns all threads of a review, or only those with the given status, oldest first. The threads include all
 * changes up to the given version of the review. If the list is cached, only threads that changed later are
 * read. Requests for the same list at the same time share it. Lists of large reviews are read a few at a
 * time: see {@link inTurn}.
 */
export async function listedThreads(
  review: { id: string; version: number } & ReviewSizes,
  status?: ThreadStatus,
): Promise<Thread[]> {
  const { id, version } = review
  const key = `${id} ${status ?? 'all'}`
  const known = cache.get(key)
  if (known && known.version >= version) return known.threads
  const continueIfAwaited = createYieldWhileAwaited(hasClientLeft)
  const found = await singleFlightWhileAwaited(`threads ${key} ${version}`, async isAbandoned => {
    const yieldIfDue = createYieldWhileAwaited(isAbandoned)
    const read = async () => {
      const threads = await serializeThreads(db, review, status, yieldIfDue)
      await createJson(threads, yieldIfDue)
      return { version, threads }
    }
    const listed =
      (known && (await updated(known, id, version, status))) ??
      (await inTurn('threads', review, isAbandoned, read))
    cache.set(key, listed)
    return listed.threads
  })
  // The requests that shared the list continue one after another, each only if its client still waits.
  await continueIfAwaited()
  return found
}

/**
 * Returns a cached list, updated with the threads that changed after it was cached. Returns null if there
 * were too many changes, or changes of anything except threads and comments.
 */
async function updated(
  known: Listed,
  reviewId: string,
  version: number,
  status: ThreadStatus | undefined,
): Promise<Listed | null> {
  if (version - known.version > MAX_CHANGES) return null
  const later = await changesSince(db, reviewId, known.version)
  const changes = later.filter(each => Number(each.version) <= version)
  // If a version has no event about a thread or comment, its change may have changed any thread. All threads
  // are then read again.
  const isOfThreads = changes.length === version - known.version && changes.every(isOfThread)
  if (!isOfThreads) return null
  const ids = await changedThreads(db, changes)
  const read = ids.size > 0 ? await findThreads(db, [...ids]) : []
  const changed = read.filter(each => status === undefined || each.status === status)
  const unchanged = known.threads.filter(each => !ids.has(each.threadId))
  return { version, threads: [...unchanged, ...changed].toSorted(oldestFirst) }
}

const isOfThread = ({ kind }: { kind: string }) => /^(?:thread|comment)\./.test(kind)

/**
 * The times are compared as text, which is correct for ISO times. Threads with equal times are sorted by id.
 */
const oldestFirst = (a: Thread, b: Thread) =>
  `${a.createdAt} ${a.threadId}` < `${b.createdAt} ${b.threadId}` ? -1 : 1
