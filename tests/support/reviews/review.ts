import type { CreatedReview } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../server/client'

/** Creates a review and returns its id. */
export const newReview = async (agent: Call, projectId: string, title = 'Totals wrap') =>
  (await agent<CreatedReview>('POST', '/v1/reviews', { title, projectId })).body.review.id

/** Returns the threads of a review, of every status. */
export const threadsOf = async (agent: Call, reviewId: string) =>
  (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads?status=all`)).body.threads
