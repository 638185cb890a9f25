import type { Thread } from '../contract/thread'

/** A page of threads, and whether others follow, with `cursor` as `since`. */
interface ThreadPage {
  threads: readonly Thread[]
  cursor: string
  more?: true
}

/**
 * Reads all threads of a review, a page after another: one has all but for those with very many. Returns the
 * last page with them. A thread that was changed between two pages is listed again, and kept as it is then.
 */
export async function readAllThreads<P extends ThreadPage>(
  readPage: (since: string | undefined) => Promise<P>,
): Promise<P & { threads: Thread[] }> {
  const threads = new Map<string, Thread>()
  for (let since: string | undefined; ;) {
    const page = await readPage(since)
    for (const each of page.threads) threads.set(each.threadId, each)
    if (!page.more) return { ...page, threads: [...threads.values()] }
    since = page.cursor
  }
}
