import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Review } from '#shared/contract/review'
import { newId } from '#shared/ids'
import { repeatsVerdict } from '#shared/repeated-verdict'
import { isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { write, type Db } from '~~/server/db'
import { project, review, verdict } from '~~/server/db/schema'
import { countReviews, openOf } from '~~/server/domain/project/count-reviews'
import { lastCompletedAt } from '~~/server/domain/thread/read-news'
import { recordChange } from '~~/server/live/record-change'
import { readReviewers } from './reviewers'
import { serializeReview } from './serialize'

type Decision = Input<'decideReview'>

/**
 * Records a person's verdict and makes it the status of the review, from any status to any. Where the project
 * needs all requested reviewers, a review is verified with the last of them. A verdict that repeats the
 * person's own, with nothing new to decide on, changes nothing and leaves no audit event.
 */
export async function decideReview(human: HumanActor, input: Decision): Promise<Review> {
  return write(async tx => decideReviewIn(tx, human, input))
}

/** Does the same as {@link decideReview} in a running transaction. */
export async function decideReviewIn(tx: Db, human: HumanActor, input: Decision): Promise<Review> {
  const loaded = await loadReview(human, input.id, 'decide', tx)
  if (await isRepeated(tx, human, loaded, input)) return serializeReview(loaded.review)
  const createdAt = Date.now()
  const comment = input.comment ?? null
  const { status } = input
  await tx.insert(verdict).values({
    id: newId('verdict'),
    reviewId: input.id,
    authorId: human.id,
    authorName: human.name,
    status,
    comment,
    createdAt,
  })
  const isDecided = status !== 'verified' || (await isVerifiedByAll(tx, loaded))
  if (isDecided) {
    await tx
      .update(review)
      .set({ status, decidedAt: createdAt, decidedBy: human.name, decisionComment: comment })
      .where(eq(review.id, input.id))
    const open = openOf(status) - openOf(loaded.review.status)
    await countReviews(tx, loaded.project.id, { all: 0, open })
  }
  await recordChange(tx, human, loaded, isDecided ? `review.${status}` : 'review.verdict_given', input.id)
  return serializeReview((await loadReview(human, input.id, 'decide', tx)).review)
}

/** Returns whether a verdict has nothing that is new. */
async function isRepeated(tx: Db, human: HumanActor, { review }: LoadedReview, input: Decision) {
  if (input.comment !== undefined) return false
  const reviewers = await readReviewers(tx, review.id)
  const completions = [isoOrNull(await lastCompletedAt(tx, review.id))]
  return repeatsVerdict({ status: review.status, reviewers, completions }, human.id, input.status)
}

/** Returns whether nobody's verdict is missing for a review to be verified. */
async function isVerifiedByAll(tx: Db, loaded: LoadedReview): Promise<boolean> {
  const [rule] = await tx
    .select({ needsAllReviewers: project.needsAllReviewers })
    .from(project)
    .where(eq(project.id, loaded.project.id))
  if (!rule?.needsAllReviewers) return true
  const reviewers = await readReviewers(tx, loaded.review.id)
  return reviewers.every(each => !each.isRequested || each.status === 'verified')
}
