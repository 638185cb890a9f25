import type { Artifact } from '../contract/artifact'
import type { Review } from '../contract/review'
import type { ReviewStatus } from '../contract/review-status'

/**
 * The status of a review or of a person's verdict, and the time when it was set. Times are ISO 8601 in UTC.
 */
interface Verdict {
  status: ReviewStatus | null
  decidedAt: string | null
}

type References = Partial<Pick<Review, 'referencesChangedAt'>>

/**
 * Returns the times of all changes that make an earlier verdict outdated: the completion of each revision
 * (null if it is not complete), and the last change of the review's commit or pull request.
 */
export const changesOf = (review: References, artifacts: readonly Artifact[]): (string | null)[] => [
  review.referencesChangedAt ?? null,
  ...artifacts.flatMap(each => each.revisions.map(revision => revision.completedAt)),
]

/**
 * Returns the time of the last change of a review (see {@link changesOf}). If nothing has changed since the
 * review was created, this is the beginning of 1970, so that every change is later.
 */
export const lastChange = ({
  review,
  artifacts,
}: {
  review: References
  artifacts: readonly Artifact[]
}): string =>
  changesOf(review, artifacts).reduce<string>(
    (last, at) => (at !== null && at > last ? at : last),
    new Date(0).toISOString(),
  )

/**
 * Returns whether any of the changes of a review (see {@link changesOf}) is later than a time. It is
 * sufficient to pass only the latest change.
 */
export const hasChangeAfter = (time: string, changes: readonly (string | null)[]): boolean =>
  // ISO times can be compared as text.
  changes.some(at => at !== null && at > time)

/**
 * Returns whether a review has changed (see {@link changesOf}) since a verdict was given. The verdict `open`
 * is never outdated, because the review waits for another verdict in any case.
 */
export function isVerdictOutdated(
  { status, decidedAt }: Verdict,
  changes: readonly (string | null)[],
): boolean {
  if (status === null || status === 'open' || decidedAt === null) return false
  return hasChangeAfter(decidedAt, changes)
}
