import type { CompactThread, Thread } from '#shared/contract/thread'
import { compactThread } from '#shared/review/compact-thread'
import { createYield } from '~~/server/process/yield-to-event-loop'

/**
 * The JSON of each listed thread. It stays valid, because thread objects never change: after a change, a
 * thread is read into a new object.
 */
const texts = new WeakMap<Thread | CompactThread, string>()
const compacted = new WeakMap<Thread, CompactThread>()

/** Returns a thread in the form that the parameter `fields` names. Each form is created only once. */
export function threadWith(fields: 'all' | 'compact', thread: Thread): Thread | CompactThread {
  if (fields === 'all') return thread
  const known = compacted.get(thread) ?? compactThread(thread)
  compacted.set(thread, known)
  return known
}

/** Returns a thread as JSON. The JSON of each thread object is created only once. */
export function threadJson(thread: Thread | CompactThread): string {
  const known = texts.get(thread)
  if (known !== undefined) return known
  const text = JSON.stringify(thread)
  texts.set(thread, text)
  return text
}

/** Creates the JSON of threads. If the JSON is long, other requests are handled in between. */
export async function createJson(
  threads: readonly (Thread | CompactThread)[],
  yieldIfDue = createYield(),
): Promise<void> {
  for (const thread of threads) {
    await yieldIfDue()
    threadJson(thread)
  }
}

/** Returns the approximate length of the JSON of a response that contains listed threads. */
export const lengthWithThreads = ({ threads }: { threads: readonly (Thread | CompactThread)[] }): number =>
  threads.reduce((sum, each) => sum + threadJson(each).length, 0)

/** Returns the JSON of a response that contains listed threads. */
export function withThreadsJson({
  threads,
  ...rest
}: {
  threads: readonly (Thread | CompactThread)[]
}): string {
  // The response always has other fields besides `threads`, so a comma is needed.
  return `${JSON.stringify(rest).slice(0, -1)},"threads":[${threads.map(threadJson).join(',')}]}`
}
