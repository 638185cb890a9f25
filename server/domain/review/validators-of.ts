import type { LoadedReview } from '~~/server/access/loaders'
import type { Validators } from '~~/server/process/validators'

/**
 * Returns the values that decide whether a response about a review has changed: the version of the review,
 * and fields of its project and workspace.
 */
export const validatorsOf = ({ review, project, workspace }: LoadedReview): Validators => [
  review.id,
  review.version,
  review.updatedAt,
  project.name,
  workspace.id,
  workspace.plan,
  workspace.retentionDays,
]
