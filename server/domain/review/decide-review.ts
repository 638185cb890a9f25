import { eq } from 'drizzle-orm'
import type { Review } from '#shared/contract/review'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { countReviews, openOf } from '~~/server/domain/project/count-reviews'
import { recordChange } from '~~/server/live/record-change'
import { serializeReview } from './serialize'

/**
 * Sets a person's verdict, from any status to any. Setting the present one changes nothing and leaves no
 * audit event.
 */
export async function decideReview(
  caller: Caller,
  input: { id: string; status: ReviewStatus },
): Promise<Review> {
  return write(async tx => {
    const loaded = await loadReview(caller, input.id, 'decide', tx)
    if (loaded.review.status === input.status) return serializeReview(loaded.review)
    await tx
      .update(review)
      .set({ status: input.status, decidedAt: Date.now(), decidedBy: caller.name })
      .where(eq(review.id, input.id))
    const open = openOf(input.status) - openOf(loaded.review.status)
    await countReviews(tx, loaded.project.id, { all: 0, open })
    await recordChange(tx, caller, loaded, `review.${input.status}`, input.id)
    const decided = await loadReview(caller, input.id, 'decide', tx)
    return serializeReview(decided.review)
  })
}
