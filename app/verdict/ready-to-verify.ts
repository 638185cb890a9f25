import type { Review, Reviewer } from '#shared/contract/review'

/**
 * Returns whether no verdict is missing for a review to be verified, which no one has decided yet: people
 * verified it while another who was asked had not, and then that person was not asked any more. `asked`: at
 * least one person is asked. Only a person decides then.
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
