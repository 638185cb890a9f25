import type { Thread } from '../contract/thread'

/** A page of threads, and whether others follow, which start at `cursor` as `since`. */
interface ThreadPage {
  threads: readonly Thread[]
  cursor: string
  more?: true
}

/**
 * Reads all threads of a review, page by page: one page has all, except for reviews with very many. Returns
 * the last page with all threads. A thread that changed between two pages is listed again, and its later
 * state is returned.
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
