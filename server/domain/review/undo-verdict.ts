import { desc, eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { withdrawnVerdict } from '#shared/events'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { verdict } from '~~/server/db/schema'
import { unmarkSeen } from '~~/server/domain/thread/mark-all-seen'
import { setDecision } from './decide-review'
import { readReviewers } from './reviewers'
import { serializeReview } from './serialize'

/**
 * Withdraws the last verdict of a person, which was given at `decidedAt`. Restores the decision that the
 * verdict replaced; the person's previous verdict then counts again. Evidence that the verdict marked as seen
 * is unseen again. Deletes unread notifications about the withdrawn verdict. Throws `conflict` if anyone gave
 * a later verdict, if the verdict was already withdrawn, and if an earlier release stored the verdict without
 * the decision that it replaced.
 */
export async function undoVerdict(
  human: HumanActor,
  { id, decidedAt }: Input<'undoVerdict'>,
): Promise<Output<'undoVerdict'>> {
  return write(async tx => {
    const loaded = await loadReview(human, id, 'decide', tx)
    const [last] = await tx
      .select()
      .from(verdict)
      .where(eq(verdict.reviewId, id))
      .orderBy(desc(verdict.id))
      .limit(1)
    if (last?.authorId !== human.id || last.createdAt !== Date.parse(decidedAt))
      throw new AppError('conflict', {
        message: 'A later verdict has replaced yours.',
        hint: 'Reload the review and give a new verdict.',
      })
    const isDecision = loaded.review.decidedAt === last.createdAt
    if (isDecision !== (last.replaced !== null))
      throw new AppError('conflict', {
        message: 'The verdict that this one replaced was not recorded.',
        hint: 'Give a new verdict.',
      })
    const withdrawn = { actor: human, subjectId: id, verdict: last, ...scopeOf(loaded) }
    if (last.replaced) {
      await setDecision(tx, loaded, last.replaced)
      const kind = `review.${last.replaced.status}` as const
      await recordChange(tx, { kind, detail: withdrawnVerdict, ...withdrawn })
    } else await recordChange(tx, { kind: 'review.verdict_withdrawn', ...withdrawn })
    await unmarkSeen(tx, human, id, last.markedSeen ?? [])
    // The verdict is deleted last, because its notifications refer to it.
    await tx.delete(verdict).where(eq(verdict.id, last.id))
    const { review } = await loadReview(human, id, 'decide', tx)
    return { review: serializeReview(review), reviewers: await readReviewers(tx, id) }
  })
}
