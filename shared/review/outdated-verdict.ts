import type { Artifact } from '../contract/artifact'
import type { Review } from '../contract/review'
import type { ReviewStatus } from '../contract/review-status'

/** A verdict of a review or a person. Times are ISO 8601 in UTC. */
interface Verdict {
  status: ReviewStatus | null
  decidedAt: string | null
}

/**
 * Returns when the subject of a verdict changed: when revisions were completed, null for incomplete ones, and
 * when the review began to name another commit or pull request.
 */
export const changesOf = (
  review: Partial<Pick<Review, 'referencesChangedAt'>>,
  artifacts: readonly Artifact[],
): (string | null)[] => [
  review.referencesChangedAt ?? null,
  ...artifacts.flatMap(each => each.revisions.map(revision => revision.completedAt)),
]

/** Returns whether one of {@link changesOf} a review was after a time. The latest change is enough. */
export const hasChangeAfter = (time: string, changes: readonly (string | null)[]): boolean =>
  // ISO times are in the order of their texts.
  changes.some(at => at !== null && at > time)

/**
 * Returns whether a verdict was given before the latest of {@link changesOf} a review. A reopened review
 * waits for a verdict anyway.
 */
export function isVerdictOutdated(
  { status, decidedAt }: Verdict,
  changes: readonly (string | null)[],
): boolean {
  if (status === null || status === 'open' || decidedAt === null) return false
  return hasChangeAfter(decidedAt, changes)
}
