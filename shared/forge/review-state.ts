import type { ReviewStatus } from '../contract/review-status'
import { hasChangeAfter } from '../review/outdated-verdict'
import type { CommitState } from './dialects'

/**
 * The status of a review, or `outdated` if the evidence or the references of a verified review have changed
 * since the verdict.
 */
export type ReviewState = ReviewStatus | 'outdated'

/** The fields of a review that its state depends on. Times are ISO 8601 in UTC. */
interface DecidedReview {
  status: ReviewStatus
  decidedAt: string | null
  referencesChangedAt: string | null
}
interface DatedEvidence {
  currentRevision: { completedAt: string | null } | null
}

/**
 * Returns the state of a review. The state is `outdated` if the review was verified before its current
 * evidence was added, or before it referred to the current commit or pull request.
 */
export function reviewState(
  { status, decidedAt, referencesChangedAt }: DecidedReview,
  evidence: readonly DatedEvidence[],
): ReviewState {
  const changes = [referencesChangedAt, ...evidence.map(each => each.currentRevision?.completedAt ?? null)]
  return status === 'verified' && hasChangeAfter(decidedAt ?? '', changes) ? 'outdated' : status
}

export const stateLabels: Record<ReviewState, string> = {
  open: 'Waiting for a reviewer',
  changes_requested: 'Changes requested',
  verified: 'Verified',
  outdated: 'Changed since it was verified',
}

/** The commit status for each state. */
export const commitStateOf: Record<ReviewState, CommitState> = {
  open: 'pending',
  changes_requested: 'failure',
  verified: 'success',
  outdated: 'pending',
}
