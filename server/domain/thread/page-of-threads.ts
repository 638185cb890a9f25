import type { CompactThread, Thread } from '#shared/contract/thread'
import { createJson, threadJson } from './thread-json'

/** The threads in one response, with the cursor for the next request. */
interface ThreadPage {
  threads: (Thread | CompactThread)[]
  /** The version of the review up to which the response includes all changes of threads. */
  cursor: string
  /** True if threads were left out; undefined if none were. */
  more?: true
}

/**
 * Returns the threads that fit into `size` characters of JSON. If not all fit, returns the threads that
 * changed first, so that all other threads changed after `cursor`. Threads that changed in the same version
 * stay together. `lastChanges` returns the version of the last change of each thread, by thread id; threads
 * that are missing there count as changed first. `version` is the version of the review when the threads were
 * read.
 */
export async function pageOfThreads(
  threads: (Thread | CompactThread)[],
  lastChanges: () => Promise<ReadonlyMap<string, number>>,
  { version, size }: { version: number; size: number },
): Promise<ThreadPage> {
  const whole = { threads, cursor: String(version) }
  await createJson(threads)
  if (sizeOf(threads) <= size) return whole
  const changes = await lastChanges()
  const changeOf = ({ threadId }: Thread | CompactThread) => changes.get(threadId) ?? 0
  const byVersion = [...Map.groupBy(threads, changeOf)].toSorted(([one], [other]) => one - other)
  let used = 0
  const next = byVersion.findIndex(([, group], index) => {
    used += sizeOf(group)
    return index > 0 && used > size
  })
  const [nextVersion] = byVersion[next] ?? []
  if (nextVersion === undefined) return whole
  return {
    threads: threads.filter(each => changeOf(each) < nextVersion),
    cursor: String(nextVersion - 1),
    more: true,
  }
}

/** Statuses in the order in which the page of a review lists their threads. */
const byNeedOfPeople: Thread['status'][] = ['addressed', 'open', 'resolved']

/** The threads that a page shows first. */
interface FirstThreads {
  threads: Thread[]
  /** True if threads were left out; undefined if none were. */
  more?: true
}

/**
 * Returns the threads that a page shows first: as many as fit into `size` characters of JSON. Addressed
 * threads are chosen first, then open threads, then resolved ones, as in the list of the page. The result has
 * the order of `threads`.
 */
export function firstThreads(threads: Thread[], size: number): FirstThreads {
  const byNeed = byNeedOfPeople.flatMap(status => threads.filter(each => each.status === status))
  let left = size
  const next = byNeed.findIndex(each => (left -= threadJson(each).length) < 0)
  if (next < 0) return { threads }
  const first = new Set(byNeed.slice(0, next))
  return { threads: threads.filter(each => first.has(each)), more: true }
}

const sizeOf = (threads: readonly (Thread | CompactThread)[]) =>
  threads.reduce((sum, each) => sum + threadJson(each).length, 0)
