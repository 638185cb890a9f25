import type { Review } from '#shared/contract/review'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import { statuses as text } from '~/text/evidence'
import { verdictAttribution } from '~/ui/page/format'

/** Returns the name of the verdict of a review. */
export const reviewStatusLabel = (status: ReviewStatus): string => text.review[status]

/**
 * Returns the label of a verdict. The label of a verified review with open comments is "Verified with 29
 * open". If evidence was added after the verdict, the label is "Verified, outdated".
 */
export function verdictLabel(status: ReviewStatus, openComments = 0, isOutdated = false): string {
  if (isOutdated) return text.outdated(reviewStatusLabel(status))
  return status === 'verified' && openComments > 0
    ? text.verifiedWith(openComments)
    : reviewStatusLabel(status)
}

/**
 * Returns the tooltip of a review's verdict: who set the verdict, and whether evidence was added after it.
 */
export function verdictHint(decision: Pick<Review, 'decidedBy' | 'decidedAt'>, isOutdated: boolean): string {
  const attribution = verdictAttribution(decision)
  return isOutdated ? `${text.outdatedHint}\n${attribution}` : attribution
}

/** Returns the name of the status of a comment. */
export const threadStatusLabel = (status: ThreadStatus): string => text.thread[status]
