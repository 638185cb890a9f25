import { and, eq, isNotNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { notification, user } from '~~/server/db/schema'
import { mailDueAt } from '~~/server/changes/mail-due'
import { readNotificationSettings } from './read-notification-settings'

/**
 * Stores how often a person gets notifications by mail. The setting also applies to notifications that were
 * not mailed yet.
 */
export async function updateNotificationSettings(
  human: HumanActor,
  { mail }: Input<'updateNotificationSettings'>,
): Promise<Output<'updateNotificationSettings'>> {
  await write(async tx => {
    await authorizeSelf(tx, human)
    await tx.update(user).set({ notificationMail: mail }).where(eq(user.id, human.id))
    await tx
      .update(notification)
      .set({ mailAt: mailDueAt(mail, Date.now()) })
      .where(
        and(
          eq(notification.userId, human.id),
          isNotNull(notification.mailAt),
          // Notifications with at least one attempt do not change, because they are being sent or are waiting
          // for a retry.
          eq(notification.mailAttempt, 0),
        ),
      )
  })
  return readNotificationSettings(human)
}
