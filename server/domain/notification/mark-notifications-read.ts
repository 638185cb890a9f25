import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write, type Db } from '~~/server/db'
import { notification } from '~~/server/db/schema'

/** Marks notifications of a person as read. Read notifications are no longer mailed. */
export async function markNotificationsRead(
  human: HumanActor,
  { ids, reviewId }: Input<'markNotificationsRead'>,
): Promise<undefined> {
  await write(async tx => {
    await authorizeSelf(tx, human)
    await markRead(
      tx,
      human.id,
      and(
        ids && inArray(notification.id, ids),
        reviewId === undefined
          ? undefined
          : and(eq(notification.reviewId, reviewId), isNull(notification.commentId)),
      ),
    )
  })
}

/** Marks the notifications of a person about the given comments as read, inside the given transaction. */
export async function markCommentsRead(
  tx: Db,
  userId: string,
  reviewId: string,
  commentIds: string[],
): Promise<void> {
  if (commentIds.length === 0) return
  const ofReview = eq(notification.reviewId, reviewId)
  await markRead(tx, userId, and(ofReview, inArray(notification.commentId, commentIds)))
}

async function markRead(tx: Db, userId: string, condition: SQL | undefined): Promise<void> {
  await tx
    .update(notification)
    .set({ readAt: Date.now(), mailAt: null })
    .where(and(eq(notification.userId, userId), isNull(notification.readAt), condition))
}
