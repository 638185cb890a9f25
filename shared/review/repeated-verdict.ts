import type { Reviewer } from '../contract/reviewer'
import type { ReviewStatus } from '../contract/review-status'
import { hasChangeAfter } from './outdated-verdict'

/**
 * The state of a review that decides whether a verdict without a comment is a repetition. Times are ISO 8601
 * in UTC.
 */
interface Decided {
  /** The status of the review. */
  status: ReviewStatus
  reviewers: readonly Reviewer[]
  /**
   * The times of all changes that make an earlier verdict outdated, or only the latest of these times: see
   * outdated-verdict.ts.
   */
  changes: readonly (string | null)[]
}

/**
 * Returns whether a verdict only repeats the last verdict of the same person, so that it is ignored. The
 * verdict must also equal the status of the review. Since that last verdict, the evidence, the commit and the
 * pull request must not have changed, and the person must not have been asked again.
 */
export function repeatsVerdict(
  { status, reviewers, changes }: Decided,
  userId: string | undefined,
  verdict: ReviewStatus,
): boolean {
  const own = reviewers.find(each => each.userId === userId)
  // Without any verdict, a review is open. A person who has given no verdict counts as having the verdict
  // `open`.
  if (status !== verdict || (own?.status ?? 'open') !== verdict) return false
  if (own?.isAwaited && own.status !== null) return false
  const decidedAt = own?.decidedAt
  return decidedAt == null || !hasChangeAfter(decidedAt, changes)
}
