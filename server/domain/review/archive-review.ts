import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { archived } from '~~/server/db/schema'

/**
 * Removes a review from a person's inbox until anything in the review changes. With `archived: false`, puts
 * the review back.
 */
export async function archiveReview(human: HumanActor, input: Input<'archiveReview'>): Promise<undefined> {
  await write(async tx => {
    const { review } = await loadReview(human, input.id, 'useDashboard', tx)
    await tx.delete(archived).where(and(eq(archived.userId, human.id), eq(archived.reviewId, review.id)))
    if (input.archived)
      await tx.insert(archived).values({ userId: human.id, reviewId: review.id, version: review.version })
  })
}
