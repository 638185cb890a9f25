import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'

/** What the states of reviews and notes are called. */
export const statusWords: Record<ReviewStatus | ThreadStatus, string> = {
  open: 'Open',
  addressed: 'Addressed',
  resolved: 'Resolved',
  changes_requested: 'Changes requested',
  verified: 'Verified',
}
