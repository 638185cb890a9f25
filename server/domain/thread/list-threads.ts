import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { progressOf } from './read-news'
import { serializeThreads } from './serialize'

/** Lists the threads of a review with a status, by default the open ones. */
export async function listThreads(
  caller: Caller,
  input: Input<'listThreads'>,
): Promise<Output<'listThreads'>> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const threads = await serializeThreads(db, input.id, input.status === 'all' ? undefined : input.status)
  const { nextAction } = await progressOf(db, loaded)
  return { reviewId: input.id, status: input.status, count: threads.length, threads, nextAction }
}
