import { and, count, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Review } from '#shared/contract/review'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { hasChangeAfter, isVerdictOutdated } from '#shared/review/outdated-verdict'
import { repeatsVerdict } from '#shared/review/repeated-verdict'
import { isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { review, verdict } from '~~/server/db/schema'
import type { Decision } from '~~/server/db/tables/reviews'
import { acceptRevisions } from '~~/server/domain/artifact/accept-revisions'
import { adjustReviewCounts, openCount } from '~~/server/domain/project/adjust-review-counts'
import { lastCompletedAt } from '~~/server/domain/thread/read-news'
import { markAllSeen } from '~~/server/domain/thread/mark-all-seen'
import { readMentions } from '~~/server/domain/thread/read-mentions'
import { readReviewers } from './reviewers'
import { serializeReview } from './serialize'

type NewVerdict = Input<'decideReview'>

/**
 * Records a person's verdict and makes it the status of the review. Any status can follow any other. If the
 * project needs all requested reviewers, the review becomes verified only with the last of their verdicts. A
 * verdict from before the last change of the evidence or the commit does not count for this.
 *
 * Throws `conflict` if the evidence or the commit changed after `lastChangeAt`, since the person has not seen
 * the change. After the verdict, everything in the review counts as seen by the person, unless the verdict
 * reopens the review. If the verdict has no comment and repeats the person's last verdict, and nothing was
 * added to the review in between, no verdict and no audit event are recorded.
 */
export async function decideReview(human: HumanActor, input: NewVerdict): Promise<Review> {
  return write(async tx => decideReviewIn(tx, human, input))
}

/** Records a verdict as {@link decideReview} does, but inside the given transaction. */
export async function decideReviewIn(tx: Db, human: HumanActor, input: NewVerdict): Promise<Review> {
  const loaded = await loadReview(human, input.id, 'decide', tx)
  const changes = await changesOf(tx, loaded)
  if (input.lastChangeAt !== undefined && hasChangeAfter(input.lastChangeAt, changes))
    throw new AppError('conflict', {
      message: 'The evidence or the commit of the review changed since you loaded it.',
      hint: 'Look at the change, then give the verdict again.',
    })
  const markedSeen = input.status === 'open' ? [] : await markAllSeen(tx, human, input.id)
  if (await isRepeated(tx, human, loaded, input, changes)) return serializeReview(loaded.review)
  await assertVerdictLimit(tx, human, input.id)
  const id = newId('verdict')
  const createdAt = Date.now()
  const comment = input.comment ?? null
  const mentions = comment === null ? null : await readMentions(tx, loaded.workspace.id, comment)
  const { status } = input
  const row = { id, reviewId: input.id, status, comment, mentions, createdAt }
  await tx.insert(verdict).values({
    ...row,
    authorId: human.id,
    authorName: human.name,
    markedSeen: markedSeen.length > 0 ? markedSeen : null,
  })
  const isDecided = status !== 'verified' || (await isVerifiedByAll(tx, loaded, changes))
  if (isDecided) {
    const { decidedAt, decidedBy, decisionComment } = loaded.review
    const replaced = { status: loaded.review.status, decidedAt, decidedBy, decisionComment }
    await tx.update(verdict).set({ replaced }).where(eq(verdict.id, id))
    await setDecision(tx, loaded, {
      status,
      decidedAt: createdAt,
      decidedBy: human.name,
      decisionComment: comment,
    })
  }
  const kind = isDecided ? (`review.${status}` as const) : 'review.verdict_given'
  // The change of the review gets the time of the verdict. Otherwise the review would count as changed after
  // its verdict.
  const change = { actor: human, subjectId: input.id, at: createdAt, verdict: row }
  await recordChange(tx, { kind, ...change, ...scopeOf(loaded) })
  return serializeReview((await loadReview(human, input.id, 'decide', tx)).review)
}

/** Throws `conflict` for a person who has given the maximum number of verdicts on a review. */
async function assertVerdictLimit(tx: Db, human: HumanActor, reviewId: string): Promise<void> {
  const [given] = await tx
    .select({ count: count() })
    .from(verdict)
    .where(and(eq(verdict.reviewId, reviewId), eq(verdict.authorId, human.id)))
  if ((given?.count ?? 0) < limits.personVerdicts) return
  throw new AppError('conflict', {
    message: `You have given ${limits.personVerdicts} verdicts on this review, which is the maximum.`,
    hint: 'Let another person decide, or open another review.',
  })
}

/**
 * Stores a new decision of a review, and accepts its evidence if the review is verified. `loaded` contains
 * the review with its previous decision.
 */
export async function setDecision(tx: Db, loaded: LoadedReview, decision: Decision): Promise<void> {
  await tx.update(review).set(decision).where(eq(review.id, loaded.review.id))
  const [verification, before] = [verificationOf(decision), verificationOf(loaded.review)]
  if (verification || before) await acceptRevisions(tx, loaded.review.id, verification, before)
  const open = openCount(decision.status) - openCount(loaded.review.status)
  await adjustReviewCounts(tx, loaded.project.id, { all: 0, open })
}

/** Returns who verified a review, and when; null if it is not verified. */
const verificationOf = ({ status, decidedBy, decidedAt }: Decision) =>
  status === 'verified' && decidedAt !== null ? { by: decidedBy ?? '', at: decidedAt } : null

/** Returns the times of the last completed revision and of the last change of the commit or pull request. */
const changesOf = async (tx: Db, { review }: LoadedReview): Promise<(string | null)[]> =>
  [await lastCompletedAt(tx, review.id), review.referencesChangedAt].map(isoOrNull)

/**
 * Returns whether a verdict has no comment and repeats the person's last verdict, with no change of the
 * review in between.
 */
async function isRepeated(
  tx: Db,
  human: HumanActor,
  { review }: LoadedReview,
  input: NewVerdict,
  changes: (string | null)[],
) {
  if (input.comment !== undefined) return false
  const reviewers = await readReviewers(tx, review.id)
  return repeatsVerdict({ status: review.status, reviewers, changes }, human.id, input.status)
}

/**
 * Returns true if the review needs only one verdict. Otherwise returns whether each requested reviewer has
 * verified the review and this verdict is not outdated by a later change.
 */
async function isVerifiedByAll(tx: Db, loaded: LoadedReview, changes: (string | null)[]): Promise<boolean> {
  if (!loaded.project.needsAllReviewers) return true
  const reviewers = await readReviewers(tx, loaded.review.id)
  return reviewers.every(
    each => !each.isRequested || (each.status === 'verified' && !isVerdictOutdated(each, changes)),
  )
}
