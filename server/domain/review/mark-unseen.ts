import { and, eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { seen } from '~~/server/db/schema'
import { newUnseenMark } from './seen-version'

/** Marks everything in a review as unseen by a person. */
export async function markUnseen(human: HumanActor, input: { id: string }): Promise<undefined> {
  await write(async tx => {
    await loadReview(human, input.id, 'useDashboard', tx)
    const ofPerson = { userId: human.id, reviewId: input.id }
    await tx.delete(seen).where(and(eq(seen.userId, human.id), eq(seen.reviewId, input.id)))
    await tx.insert(seen).values({ ...ofPerson, itemId: newUnseenMark() })
  })
}
