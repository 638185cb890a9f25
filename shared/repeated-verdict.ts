import type { Reviewer } from './contract/review'
import type { ReviewStatus } from './contract/review-status'
import { hasEvidenceAfter } from './outdated-verdict'

/** What a verdict without a comment is compared with. Times are ISO 8601 in UTC. */
interface Decided {
  /** The status of the review. */
  status: ReviewStatus
  reviewers: readonly Reviewer[]
  /** When revisions of the review were completed: the latest at least; null for one that was not. */
  completions: readonly (string | null)[]
}

/**
 * Returns whether a verdict says what the review says and the person said last, about the same evidence, and
 * the person was not asked again since. It is ignored then.
 */
export function repeatsVerdict(
  { status, reviewers, completions }: Decided,
  userId: string | undefined,
  verdict: ReviewStatus,
): boolean {
  const own = reviewers.find(each => each.userId === userId)
  // Before its first verdict, a review is open without a person having said so.
  if (status !== verdict || (own?.status ?? 'open') !== verdict) return false
  if (own?.isAwaited && own.status !== null) return false
  const decidedAt = own?.decidedAt
  return decidedAt == null || !hasEvidenceAfter(decidedAt, completions)
}
