import { and, eq, isNull } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { notification } from '~~/server/db/schema'
import { countAccessRequests } from '~~/server/domain/access-request/list-access-requests'
import { selectVisible } from './select-visible'

/**
 * Counts the unread notifications of a person about reviews that they can see, and the access requests that
 * they can decide as an owner.
 */
export async function countUnreadNotifications(
  human: HumanActor,
): Promise<Output<'countUnreadNotifications'>> {
  const unread = await selectVisible(db, and(eq(notification.userId, human.id), isNull(notification.readAt)))
  const ofReviews = unread.filter(each => each.notification.commentId === null)
  const accessRequests = await countAccessRequests(human)
  return {
    count: unread.length,
    accessRequests,
    reviewIds: [...new Set(ofReviews.map(each => each.review.id))],
  }
}
