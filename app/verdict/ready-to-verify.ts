import type { Review } from '#shared/contract/review'
import type { Reviewer } from '#shared/contract/reviewer'

/**
 * For a review that could be verified, because no verdict is missing any more: `asked` if at least one person
 * is asked for a verdict, `alone` if no one is. Null for other reviews. This happens if people verified the
 * review while another person was still asked, and that person's request was then withdrawn. Such a review
 * waits until a person decides.
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
