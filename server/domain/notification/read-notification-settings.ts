import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** Returns how often a person gets notifications by mail, and whether the server can mail them. */
export async function readNotificationSettings(
  human: HumanActor,
): Promise<Output<'readNotificationSettings'>> {
  const [row] = await db
    .select({ mail: user.notificationMail, emailConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, human.id))
  if (!row) throw new AppError('not_found')
  return { ...row, canMail: settings().smtp !== null }
}
