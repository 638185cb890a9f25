import type { Review } from '#shared/contract/review'
import type { Reviewer } from '#shared/contract/reviewer'

/**
 * Returns `asked` or `alone` for a review that only waits for a person to verify it: someone has verified it,
 * and no verdict is missing any more. `asked`: at least one person is asked for a verdict; `alone`: no one
 * is. Returns null for other reviews. A review gets into this state if the request to the last person without
 * a verdict is withdrawn.
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
