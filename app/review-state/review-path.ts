import type { ReviewSummary } from '#shared/contract/review-list'

/** The hash of a review's URL that selects the first fix to check. */
export const FIXES = 'fixes'

type Attention = Pick<ReviewSummary, 'status' | 'verdictRequest' | 'addressedThreadCount'>

/**
 * Whether a review opens with its first fix to check: it has fixes to check, the person is not asked for a
 * verdict, and the review is not verified.
 */
export const hasFixesFirst = ({ status, verdictRequest, addressedThreadCount }: Attention): boolean =>
  status !== 'verified' && !verdictRequest && addressedThreadCount > 0

/**
 * Returns the path of a review's page. If the review opens with its first fix, the path contains the hash
 * that selects this fix.
 */
export const reviewPath = (review: Attention & Pick<ReviewSummary, 'id'>): string =>
  `/reviews/${review.id}${hasFixesFirst(review) ? `#${FIXES}` : ''}`
