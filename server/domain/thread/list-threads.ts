import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { listedThreads } from './listed-threads'
import { threadWith } from './thread-json'
import { pageOfThreads } from './page-of-threads'
import { progressOf, threadsSince } from './read-news'

/**
 * Lists the threads of a review that have the given status (by default `open`). With `since`, lists only
 * threads that changed after this version of the review. If the threads exceed `size` characters of JSON,
 * lists only the threads that changed first.
 */
export async function listThreads(
  caller: Caller,
  input: Input<'listThreads'>,
): Promise<Output<'listThreads'>> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const withStatus = await listedThreads(loaded.review, input.status === 'all' ? undefined : input.status)
  const since = Number(input.since ?? 0)
  const changes = () => threadsSince(db, loaded.review, since)
  const changed = since > 0 ? await changes() : null
  const found = changed ? withStatus.filter(each => changed.has(each.threadId)) : withStatus
  const shown = found.map(each => threadWith(input.format === 'text' ? 'compact' : input.fields, each))
  const { threads, ...page } = await pageOfThreads(shown, async () => changed ?? (await changes()), {
    // This version was read before the threads. A thread that changed in between is therefore listed again by
    // the next call, and never missed.
    version: loaded.review.version,
    size: input.size,
  })
  const { nextAction, counts } = await progressOf(db, loaded)
  return {
    reviewId: input.id,
    status: input.status,
    reviewStatus: loaded.review.status,
    decisionComment: loaded.review.decisionComment,
    count: threads.length,
    threads,
    ...page,
    nextAction,
    counts,
  }
}
