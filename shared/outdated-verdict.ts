import type { Artifact } from './contract/artifact'
import type { ReviewStatus } from './contract/review-status'

/** A verdict of a review or a person. Times are ISO 8601 in UTC. */
interface Verdict {
  status: ReviewStatus | null
  decidedAt: string | null
}

/** Returns when the revisions of a review were completed; null for those that were not. */
export const completionsOf = (artifacts: readonly Artifact[]): (string | null)[] =>
  artifacts.flatMap(each => each.revisions.map(revision => revision.completedAt))

/**
 * Whether evidence was completed after a time. `completions`: when revisions were completed; null for one
 * that was not.
 */
export const hasEvidenceAfter = (time: string, completions: readonly (string | null)[]): boolean =>
  // Times of the same form are in the order of their texts.
  completions.some(at => at !== null && at > time)

/**
 * Returns whether a verdict was given before the latest evidence. `completions`: when revisions of the review
 * were completed, the latest at least; null for one that was not. A review that is open again waits for a
 * verdict anyway.
 */
export function isVerdictOutdated(
  { status, decidedAt }: Verdict,
  completions: readonly (string | null)[],
): boolean {
  if (status === null || status === 'open' || decidedAt === null) return false
  return hasEvidenceAfter(decidedAt, completions)
}
