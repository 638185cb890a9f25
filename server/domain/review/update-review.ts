import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Review } from '#shared/contract/review'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { touchReview } from '~~/server/live/touch'
import { serializeReview } from './serialize'

/** Changes what a review says of itself. Fields that are left out stay. */
export async function updateReview(caller: Caller, input: Input<'updateReview'>): Promise<Review> {
  return write(async tx => {
    await loadReview(caller, input.id, 'contribute', tx)
    const { title, prRef, branch, commit } = input
    await tx.update(review).set({ title, prRef, branch, commit }).where(eq(review.id, input.id))
    await touchReview(tx, input.id)
    return serializeReview((await loadReview(caller, input.id, 'contribute', tx)).review)
  })
}
