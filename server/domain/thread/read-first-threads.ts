import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { listedThreads } from './listed-threads'
import { firstThreads } from './page-of-threads'

/**
 * Returns the threads that the page of a review shows first: as many as fit into `size` characters of JSON.
 */
export async function readFirstThreads(
  caller: Caller,
  input: Input<'readFirstThreads'>,
): Promise<Output<'readFirstThreads'>> {
  const { review } = await loadReview(caller, input.id, 'readFeedback')
  return { reviewId: review.id, ...firstThreads(await listedThreads(review), input.size) }
}
