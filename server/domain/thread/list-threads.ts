import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { listedThreads } from './listed-threads'
import { changedThreadIds, progressOf } from './read-news'

/**
 * Lists the threads of a review with a status, by default the open ones: all of them, or those that were
 * changed after a version of the review.
 */
export async function listThreads(
  caller: Caller,
  input: Input<'listThreads'>,
): Promise<Output<'listThreads'>> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const withStatus = await listedThreads(loaded.review, input.status === 'all' ? undefined : input.status)
  const since = Number(input.since ?? 0)
  const changed = since > 0 ? await changedThreadIds(db, input.id, since) : null
  const threads = changed ? withStatus.filter(each => changed.has(each.threadId)) : withStatus
  const { nextAction, counts } = await progressOf(db, loaded)
  return {
    reviewId: input.id,
    status: input.status,
    reviewStatus: loaded.review.status,
    decisionComment: loaded.review.decisionComment,
    // Read before the threads: a change in between is listed again, not lost.
    cursor: String(loaded.review.version),
    count: threads.length,
    threads,
    nextAction,
    counts,
  }
}
