import type { Review } from '#shared/contract/review'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import { statuses as text } from '~/text/evidence'
import { verdictAttribution } from '~/ui/page/format'

/** Returns the name of the verdict of a review. */
export const reviewStatusLabel = (status: ReviewStatus): string => text.review[status]

/**
 * The verdict, with the open comments that a verified review has: "Verified with 29 open". One that is older
 * than the latest evidence is "Verified, outdated".
 */
export function verdictLabel(status: ReviewStatus, openComments = 0, isOutdated = false): string {
  if (isOutdated) return text.outdated(reviewStatusLabel(status))
  return status === 'verified' && openComments > 0
    ? text.verifiedWith(openComments)
    : reviewStatusLabel(status)
}

/** What a pointer over the verdict of a review shows: who set it, and whether evidence was added since. */
export function verdictHint(decision: Pick<Review, 'decidedBy' | 'decidedAt'>, isOutdated: boolean): string {
  const attribution = verdictAttribution(decision)
  return isOutdated ? `${text.outdatedHint}\n${attribution}` : attribution
}

/** Returns the name of the status of a comment. */
export const threadStatusLabel = (status: ThreadStatus): string => text.thread[status]
