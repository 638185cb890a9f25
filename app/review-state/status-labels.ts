import type { Review } from '#shared/contract/review'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import { text } from '~/text/review-status'
import { verdictAttribution } from '~/ui/format'

export const reviewStatusLabels: Record<ReviewStatus, string> = text.review

/**
 * The verdict, with the open comments that a verified review has: "Verified with 29 open". One that is older
 * than the latest evidence is "Verified, outdated".
 */
export function verdictLabel(status: ReviewStatus, openComments = 0, isOutdated = false): string {
  if (isOutdated) return text.outdated(reviewStatusLabels[status])
  return status === 'verified' && openComments > 0
    ? text.verifiedWith(openComments)
    : reviewStatusLabels[status]
}

/** What a pointer over the verdict of a review shows: who set it, and whether evidence was added since. */
export function verdictHint(decision: Pick<Review, 'decidedBy' | 'decidedAt'>, isOutdated: boolean): string {
  const attribution = verdictAttribution(decision)
  return isOutdated ? `${text.outdatedHint}\n${attribution}` : attribution
}

export const threadStatusLabels: Record<ThreadStatus, string> = text.thread
