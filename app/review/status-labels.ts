import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import { text } from '~/text/review-status'

export const reviewStatusLabels: Record<ReviewStatus, string> = text.review

/** The verdict, with the open comments that a verified review has: "Verified with 29 open". */
export const verdictLabel = (status: ReviewStatus, openComments = 0): string =>
  status === 'verified' && openComments > 0 ? text.verifiedWith(openComments) : reviewStatusLabels[status]

export const threadStatusLabels: Record<ThreadStatus, string> = text.thread
