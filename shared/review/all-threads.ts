import type { CompactThread, Thread } from '../contract/thread'

/**
 * A page of threads. If `more` is set, the next page begins at `cursor`, which is sent as the parameter
 * `since`.
 */
interface ThreadPage {
  threads: readonly (Thread | CompactThread)[]
  cursor: string
  more?: true
}

/**
 * Reads all threads of a review, page by page. Only a review with very many threads has more than one page.
 * Returns the last page with the threads of all pages in it. If a thread changes between two pages, both
 * pages contain it, and only its later state is returned.
 */
export async function readAllThreads<P extends ThreadPage>(
  readPage: (since: string | undefined) => Promise<P>,
): Promise<P & { threads: P['threads'][number][] }> {
  const threads = new Map<string, P['threads'][number]>()
  for (let since: string | undefined; ;) {
    const page = await readPage(since)
    for (const each of page.threads) threads.set(each.threadId, each)
    if (!page.more) return { ...page, threads: [...threads.values()] }
    since = page.cursor
  }
}
