import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'

export const reviewStatusLabels: Record<ReviewStatus, string> = {
  open: 'In review',
  changes_requested: 'Changes requested',
  verified: 'Verified',
}

export const threadStatusLabels: Record<ThreadStatus, string> = {
  open: 'Open',
  addressed: 'Addressed',
  resolved: 'Resolved',
}
