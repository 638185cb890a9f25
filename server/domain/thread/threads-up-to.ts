import type { CompactThread, Thread } from '#shared/contract/thread'
import { db } from '~~/server/db'
import { singleFlightWhileAwaited } from '~~/server/process/single-flight'
import { createYieldWhileAwaited } from '~~/server/process/yield-to-event-loop'
import { inTurn, type ReviewSizes } from './large-review'
import { threadJson, threadWith } from './thread-json'
import { findThreads } from './serialize'

/**
 * The number of threads in the first read. With the longest comments, it takes a few milliseconds. Each
 * further read is twice as large as the previous one, up to {@link LARGEST_READ}. Fewer reads are better,
 * because each one also reads the later revisions of the commented artifacts, which may take longer than
 * reading the threads.
 */
const FIRST_READ = 16
const LARGEST_READ = 256

interface PageOptions {
  size: number
  fields: 'all' | 'compact'
}

/**
 * Returns the threads in `changed` that still exist, in the order of this map. `changed` contains the version
 * of the last change of each thread. If the threads do not fit into `size` characters of JSON, reads only the
 * threads that changed first, and a few more, so that `pageOfThreads` can determine the end of the page.
 * Requests for the same threads at the same time share a read. Reads of many threads of large reviews take
 * turns: see {@link inTurn}.
 */
export async function threadsUpTo(
  review: { id: string } & ReviewSizes,
  { size, fields }: PageOptions,
  changed: ReadonlyMap<string, number>,
): Promise<(Thread | CompactThread)[]> {
  const key = `changes ${review.id} ${size} ${fields} ${[...changed].join(' ')}`
  return singleFlightWhileAwaited(key, isAbandoned => {
    const read = () => readUpTo({ size, fields }, changed, createYieldWhileAwaited(isAbandoned))
    // Many agents may wait for the next few changes of a review. Their reads are short.
    return changed.size <= FIRST_READ ? read() : inTurn('threads', review, isAbandoned, read)
  })
}

async function readUpTo(
  { size, fields }: PageOptions,
  changed: ReadonlyMap<string, number>,
  yieldIfDue: () => Promise<void>,
): Promise<(Thread | CompactThread)[]> {
  const versionOf = (id: string) => changed.get(id) ?? 0
  const ids = [...changed.keys()].toSorted((one, other) => versionOf(one) - versionOf(other))
  const read = new Map<string, Thread | CompactThread>()
  let used = 0
  let batch: string[] = []
  for (let start = 0; start < ids.length; start += batch.length) {
    await yieldIfDue()
    batch = ids.slice(start, start + Math.min(Math.max(2 * batch.length, FIRST_READ), LARGEST_READ))
    for (const found of await findThreads(db, batch)) {
      const thread = threadWith(fields, found)
      read.set(thread.threadId, thread)
      used += threadJson(thread).length
    }
    if (used > size && isPage(batch.at(-1))) break
  }
  return Array.from(changed.keys(), id => read.get(id)).filter(each => each !== undefined)

  /**
   * Returns whether the threads that were read fill a page: the threads that changed before the given one are
   * larger than `size`, and were changed in more than one version.
   */
  function isPage(lastId = ''): boolean {
    const before = [...read.values()].filter(each => versionOf(each.threadId) < versionOf(lastId))
    const groups = new Set(before.map(each => versionOf(each.threadId)))
    return groups.size > 1 && before.reduce((sum, each) => sum + threadJson(each).length, 0) > size
  }
}
