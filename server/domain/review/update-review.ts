import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { UpdatedReview } from '#shared/contract/review'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { adjustReviewCounts } from '~~/server/domain/project/adjust-review-counts'
import { pullRequestOf } from '~~/server/domain/project/review-references'
import { serializePartsFor } from './serialize'

/** Changes the title, pull request, branch or commit of a review. Omitted fields do not change. */
export async function updateReview(caller: Caller, input: Input<'updateReview'>): Promise<UpdatedReview> {
  return write(async tx => {
    const { review: present, project } = await loadReview(caller, input.id, 'contribute', tx)
    const { title, prRef, branch, commit } = input
    const { externalRef } = present
    const pullRequest = pullRequestOf({ externalRef, prRef: prRef === undefined ? present.prRef : prRef })
    const referencesChangedAt = namesAnother(present, input) ? timeAfterVerdict(present) : undefined
    await tx
      .update(review)
      .set({ title, prRef, pullRequest, branch, commit, referencesChangedAt })
      .where(eq(review.id, input.id))
    // This call changes no count, but it increments the version of the project's list of reviews. The list
    // shows the title, and searches use the references.
    await adjustReviewCounts(tx, project.id, { all: 0, open: 0 })
    await recordChange(tx, { kind: 'review.updated', reviewId: input.id })
    const loaded = await loadReview(caller, input.id, 'contribute', tx)
    const changed = await serializePartsFor(caller, tx, loaded)
    return { ...changed.review, markdown: changed.markdown }
  })
}

type Row = typeof review.$inferSelect

/** Returns whether an update changes the commit or the pull request of a review. */
const namesAnother = (present: Row, { commit, prRef }: Input<'updateReview'>): boolean =>
  (commit !== undefined && commit !== present.commit) || (prRef !== undefined && prRef !== present.prRef)

/**
 * Returns the time at which the references changed: now, but always later than the verdict of the review,
 * since the verdict is about the previous commit or pull request.
 */
const timeAfterVerdict = ({ decidedAt }: Row): number => Math.max(Date.now(), (decidedAt ?? 0) + 1)
