import type { Reviewer } from '../contract/reviewer'
import type { ReviewStatus } from '../contract/review-status'
import { hasChangeAfter } from './outdated-verdict'

/** The state with which a verdict without a comment is compared. Times are ISO 8601 in UTC. */
interface Decided {
  /** The status of the review. */
  status: ReviewStatus
  reviewers: readonly Reviewer[]
  /** The times at which the subject of the verdict changed; the latest is enough: see outdated-verdict.ts. */
  changes: readonly (string | null)[]
}

/**
 * Returns whether a verdict repeats the status of the review and the person's last verdict, about the same
 * evidence, commit and pull request, without a new request to the person. Such a verdict is ignored.
 */
export function repeatsVerdict(
  { status, reviewers, changes }: Decided,
  userId: string | undefined,
  verdict: ReviewStatus,
): boolean {
  const own = reviewers.find(each => each.userId === userId)
  // Before its first verdict, a review is open without a person's verdict.
  if (status !== verdict || (own?.status ?? 'open') !== verdict) return false
  if (own?.isAwaited && own.status !== null) return false
  const decidedAt = own?.decidedAt
  return decidedAt == null || !hasChangeAfter(decidedAt, changes)
}
