import type { ReviewSummary } from '#shared/contract/review-list'

/** The hash of a review's URL that selects the first fix to check. */
export const FIXES = 'fixes'

type Attention = Pick<ReviewSummary, 'status' | 'verdictRequest' | 'addressedThreadCount'>

/** Whether fixes are what a person should look at first in a review: no verdict is asked for. */
export const hasFixesFirst = ({ status, verdictRequest, addressedThreadCount }: Attention): boolean =>
  status !== 'verified' && !verdictRequest && addressedThreadCount > 0

/** Returns the path of a review's page. If fixes come first, the page selects the first of them. */
export const reviewPath = (review: Attention & Pick<ReviewSummary, 'id'>): string =>
  `/reviews/${review.id}${hasFixesFirst(review) ? `#${FIXES}` : ''}`
