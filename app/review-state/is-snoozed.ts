import type { ReviewSummary } from '#shared/contract/review-list'

/** Whether the person has snoozed a review and the time has not come. */
export const isSnoozed = (review: ReviewSummary): review is ReviewSummary & { snoozedUntil: string } =>
  review.snoozedUntil !== null && Date.parse(review.snoozedUntil) > Date.now()
