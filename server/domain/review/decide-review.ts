import { eq } from 'drizzle-orm'
import type { Review } from '#shared/contract/review'
import type { ReviewStatus } from '#shared/contract/review-status'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { review } from '~~/server/db/schema'
import { serializeReview } from './serialize'
import { touchReview } from '../../live/touch'

/**
 * A person's verdict: any state to any state. Setting the present one changes nothing and leaves no event.
 */
export async function decideReview(
  actor: Actor,
  input: { id: string; status: ReviewStatus },
): Promise<Review> {
  const human = requireHuman(actor)
  return write(async tx => {
    const { review: before, project } = await loadReview(human, input.id, 'decide', tx)
    if (before.status === input.status) return serializeReview(before)
    const now = Date.now()
    await touchReview(tx, input.id, now)
    const [after = before] = await tx
      .update(review)
      .set({ status: input.status, decidedAt: now, decidedBy: human.name })
      .where(eq(review.id, input.id))
      .returning()
    await recordEvent(tx, human, `review.${input.status}`, {
      subjectId: input.id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: input.id,
    })
    return serializeReview(after)
  })
}
