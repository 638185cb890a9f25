import type { Reviewer } from '../contract/review'
import type { ReviewStatus } from '../contract/review-status'
import { hasChangeAfter } from './outdated-verdict'

/** What a verdict without a comment is compared with. Times are ISO 8601 in UTC. */
interface Decided {
  /** The status of the review. */
  status: ReviewStatus
  reviewers: readonly Reviewer[]
  /** When what the verdict is about changed, the latest time at least: see outdated-verdict.ts. */
  changes: readonly (string | null)[]
}

/**
 * Returns whether a verdict says what the review says and the person said last, about the same, and the
 * person was not asked again since. It is ignored then.
 */
export function repeatsVerdict(
  { status, reviewers, changes }: Decided,
  userId: string | undefined,
  verdict: ReviewStatus,
): boolean {
  const own = reviewers.find(each => each.userId === userId)
  // Before its first verdict, a review is open without a person having said so.
  if (status !== verdict || (own?.status ?? 'open') !== verdict) return false
  if (own?.isAwaited && own.status !== null) return false
  const decidedAt = own?.decidedAt
  return decidedAt == null || !hasChangeAfter(decidedAt, changes)
}
