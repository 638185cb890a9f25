import { and, eq, isNull } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { notification } from '~~/server/db/schema'
import { selectVisible } from './select-visible'

/** Counts the unread notifications of a person about reviews that they can see. */
export async function countUnreadNotifications(
  human: HumanActor,
): Promise<Output<'countUnreadNotifications'>> {
  const unread = await selectVisible(db, and(eq(notification.userId, human.id), isNull(notification.readAt)))
  const ofReviews = unread.filter(each => each.notification.commentId === null)
  return { count: unread.length, reviewIds: [...new Set(ofReviews.map(each => each.review.id))] }
}
