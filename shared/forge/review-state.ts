import type { ReviewStatus } from '../contract/review-status'
import type { CommitState } from './dialects'

/** The status of a review, or `outdated`: verified before its newest evidence. */
export type ReviewState = ReviewStatus | 'outdated'

/** The fields that the state depends on; times are ISO 8601 in UTC. */
interface DecidedReview {
  status: ReviewStatus
  decidedAt: string | null
}
interface DatedEvidence {
  currentRevision: { completedAt: string | null } | null
}

/** Returns the state of a review. A verdict on older evidence is no longer one on what is shown. */
export function reviewState(
  { status, decidedAt }: DecidedReview,
  evidence: readonly DatedEvidence[],
): ReviewState {
  const isNewer = ({ currentRevision }: DatedEvidence) =>
    (currentRevision?.completedAt ?? '') > (decidedAt ?? '')
  return status === 'verified' && evidence.some(isNewer) ? 'outdated' : status
}

export const stateLabels: Record<ReviewState, string> = {
  open: 'Waiting for a reviewer',
  changes_requested: 'Changes requested',
  verified: 'Verified',
  outdated: 'New evidence since it was verified',
}

/** The status of the commit in each state. */
export const commitStateOf: Record<ReviewState, CommitState> = {
  open: 'pending',
  changes_requested: 'failure',
  verified: 'success',
  outdated: 'pending',
}
