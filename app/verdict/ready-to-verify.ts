import type { Review } from '#shared/contract/review'
import type { Reviewer } from '#shared/contract/reviewer'

/**
 * Returns whether no verdict is missing any more for a review that could be verified: people verified it
 * while another person was still asked, and then that person was not asked any more. Such a review waits
 * until a person decides. `asked`: at least one person is asked; `alone`: no one is.
 */
export function readyToVerify(
  { status, decidedAt }: Pick<Review, 'status' | 'decidedAt'>,
  reviewers: readonly Reviewer[],
): 'asked' | 'alone' | null {
  const verified = reviewers.filter(each => each.status === 'verified')
  const isUndecided = verified.some(each => (each.decidedAt ?? '') > (decidedAt ?? ''))
  if (status === 'verified' || !isUndecided) return null
  const asked = reviewers.filter(each => each.isRequested)
  if (!asked.every(each => each.status === 'verified')) return null
  return asked.length > 0 ? 'asked' : 'alone'
}
