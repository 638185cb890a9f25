import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { db } from '~~/server/db'
import { openCache } from '~~/server/process/memory-cache'
import { changedThreads, changesSince } from './read-news'
import { findThreads, serializeThreads } from './serialize'

/**
 * The threads of a list. They include all changes up to a version of their review, and may include later
 * ones.
 */
interface Listed {
  version: number
  threads: Thread[]
}

/** With more changes than this, reading all threads is faster. */
const MOST_CHANGES = 20

/** The memory of a thread per character of its JSON: for the text and the objects. */
const BYTES_PER_CHARACTER = 4

/** The JSON of each listed thread. Thread objects are never changed: a changed thread is read again. */
const texts = new WeakMap<Thread, string>()

/** Returns a thread as JSON. Creates the JSON of a listed thread only once. */
export function threadJson(thread: Thread): string {
  const known = texts.get(thread)
  if (known !== undefined) return known
  const text = JSON.stringify(thread)
  texts.set(thread, text)
  return text
}

/** Returns a value that contains listed threads as JSON. */
export function withThreadsJson({ threads, ...rest }: { threads: readonly Thread[] }): string {
  // Every value has other fields, too.
  return `${JSON.stringify(rest).slice(0, -1)},"threads":[${threads.map(threadJson).join(',')}]}`
}

// With 500 threads and a change before each read, a server with this cache lists 2.5 times as often
// (docs/performance.md). Remove it when 1,000 changed threads meet their target without it.
const cache = openCache<Listed>('threads', ({ threads }) =>
  threads.reduce((sum, each) => sum + BYTES_PER_CHARACTER * threadJson(each).length, 0),
)

/**
 * Returns the threads of a review, or those with a status, oldest first. They are at least as new as the
 * version that the caller has read. If the list is cached, reads only the threads that changed since.
 */
export async function listedThreads(
  { id, version }: { id: string; version: number },
  status?: ThreadStatus,
): Promise<Thread[]> {
  const key = `${id} ${status ?? 'all'}`
  const known = cache.get(key)
  const listed = (known && (await updated(known, id, version, status))) ?? {
    version,
    threads: await serializeThreads(db, id, status),
  }
  if (listed !== known) cache.set(key, listed)
  return listed.threads
}

/**
 * Returns a cached list with the threads that changed since. Returns null if more than a few changes were
 * made, or changes that are not of threads.
 */
async function updated(
  known: Listed,
  reviewId: string,
  version: number,
  status: ThreadStatus | undefined,
): Promise<Listed | null> {
  if (known.version >= version) return known
  if (version - known.version > MOST_CHANGES) return null
  const later = await changesSince(db, reviewId, known.version)
  const changes = later.filter(each => Number(each.version) <= version)
  // A version without an event, or with an event of another kind, may have changed any thread.
  const isOfThreads = changes.length === version - known.version && changes.every(isOfThread)
  if (!isOfThreads) return null
  const ids = await changedThreads(db, changes)
  const read = ids.size > 0 ? await findThreads(db, [...ids.keys()]) : []
  const changed = read.filter(each => status === undefined || each.status === status)
  const unchanged = known.threads.filter(each => !ids.has(each.threadId))
  return { version, threads: [...unchanged, ...changed].toSorted(oldestFirst) }
}

const isOfThread = ({ kind }: { kind: string }) => /^(?:thread|comment)\./.test(kind)

/** ISO times sort as texts; ids decide between equal times. */
const oldestFirst = (a: Thread, b: Thread) =>
  `${a.createdAt} ${a.threadId}` < `${b.createdAt} ${b.threadId}` ? -1 : 1
