import { and, asc, eq, max, min } from 'drizzle-orm'
import type { Reviewer } from '#shared/contract/reviewer'
import { isoOrNull } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { mayIn } from '~~/server/access/authorize'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { requestedReviewer, verdict } from '~~/server/db/schema'

const requestedOf = prepared({ reviewId: requestedReviewer.reviewId }, (executor, { reviewId }) =>
  executor
    .select({
      userId: requestedReviewer.userId,
      name: requestedReviewer.name,
      requestedAt: requestedReviewer.createdAt,
    })
    .from(requestedReviewer)
    .where(eq(requestedReviewer.reviewId, reviewId))
    .orderBy(asc(requestedReviewer.createdAt), asc(requestedReviewer.userId)),
)

/**
 * Selects the latest verdict of each person, in the order of their first verdicts. Of earlier verdicts, reads
 * only the times, from an index, because a person may have given hundreds of verdicts with long comments.
 */
const verdictsOf = prepared({ reviewId: verdict.reviewId }, (executor, { reviewId }) => {
  const latest = executor
    .select({
      authorId: verdict.authorId,
      firstAt: min(verdict.createdAt).as('first_at'),
      lastAt: max(verdict.createdAt).as('last_at'),
    })
    .from(verdict)
    .where(eq(verdict.reviewId, reviewId))
    .groupBy(verdict.authorId)
    .as('latest')
  return executor
    .select({
      userId: verdict.authorId,
      name: verdict.authorName,
      status: verdict.status,
      comment: verdict.comment,
      mentions: verdict.mentions,
      decidedAt: verdict.createdAt,
    })
    .from(latest)
    .innerJoin(
      verdict,
      and(
        eq(verdict.reviewId, reviewId),
        eq(verdict.authorId, latest.authorId),
        eq(verdict.createdAt, latest.lastAt),
      ),
    )
    .orderBy(asc(latest.firstAt), asc(verdict.id))
})

/** Returns whether a person's verdict is awaited: it was requested after the person's last verdict. */
export const isVerdictAwaited = (askedAt: number | undefined, decidedAt = 0): boolean =>
  askedAt !== undefined && askedAt > decidedAt

/**
 * Returns the reviewers of a review, each with their latest verdict: first the people whose verdict was
 * requested, in the order of the requests, then other people who gave a verdict.
 */
export async function readReviewers(executor: Db, reviewId: string): Promise<Reviewer[]> {
  const reviewers = new Map<string, Reviewer>()
  const requestedAt = new Map<string, number>()
  for (const { userId, name, requestedAt: at } of await requestedOf(executor, { reviewId })) {
    requestedAt.set(userId, at)
    reviewers.set(userId, { userId, name, isRequested: true, isAwaited: true, ...undecided })
  }
  for (const { decidedAt, mentions, ...latest } of await verdictsOf(executor, { reviewId })) {
    const askedAt = requestedAt.get(latest.userId)
    reviewers.set(latest.userId, {
      ...latest,
      isRequested: askedAt !== undefined,
      isAwaited: isVerdictAwaited(askedAt, decidedAt),
      mentions: mentions ?? [],
      decidedAt: isoOrNull(decidedAt),
    })
  }
  return [...reviewers.values()]
}

/**
 * Returns the reviewers of a review as the caller may read them: an agent that may not read comments does not
 * get the comments of the verdicts.
 */
export async function readReviewersFor(
  caller: Caller,
  executor: Db,
  { review, workspace }: Pick<LoadedReview, 'review' | 'workspace'>,
): Promise<Reviewer[]> {
  const reviewers = await readReviewers(executor, review.id)
  if (mayIn(caller, workspace.id, 'readFeedback')) return reviewers
  return reviewers.map(each => ({ ...each, comment: null, mentions: [] }))
}

const undecided = { status: null, comment: null, mentions: [], decidedAt: null }
