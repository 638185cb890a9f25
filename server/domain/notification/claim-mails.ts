import { and, asc, eq, inArray, isNotNull, lte, notInArray, or, type SQLWrapper } from 'drizzle-orm'
import type { MailFrequency } from '#shared/notifications'
import { db, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { notification, user } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import { CLAIM_MS, type Busy } from '~~/server/outgoing/outbox-worker'
import { selectVisible, type VisibleNotification } from './select-visible'

/** A mail that this process has claimed, and sends to a person. */
export interface ClaimedMail {
  to: { id: string; name: string; email: string }
  frequency: MailFrequency
  /** The notifications in the mail, oldest first. */
  notifications: VisibleNotification[]
  /** The number of this attempt to send the mail. The first attempt has the number 1. */
  attempt: number
}

const isDue = (now: number | SQLWrapper) => and(isNotNull(notification.mailAt), lte(notification.mailAt, now))

const anyDue = prepared({ now: notification.mailAt }, (executor, { now }) =>
  executor.select({ id: notification.id }).from(notification).where(isDue(now)).limit(1),
)

/**
 * Claims the due mails of at most `limit` people, so that no other node sends them. Leaves out people to whom
 * a mail is being sent. A claim ends when the result is stored, or after a minute. Notifications that a
 * person may no longer see are not mailed. Nothing is mailed to an email that was never confirmed: another
 * person may have registered it, and would send mails with any text to its owner.
 */
export async function claimMails(limit: number, { receivers }: Busy): Promise<ClaimedMail[]> {
  const now = Date.now()
  const any = await anyDue(db, { now })
  if (any.length === 0) return []
  return writeUnguarded(async tx => {
    const due = await tx
      .selectDistinct({ userId: notification.userId })
      .from(notification)
      .where(and(isDue(now), receivers.length > 0 ? notInArray(notification.userId, receivers) : undefined))
      .orderBy(asc(notification.userId))
      .limit(limit)
    const claimed: ClaimedMail[] = []
    for (const { userId } of due) {
      const mail = await claimMailTo(tx, userId, now)
      if (mail) claimed.push(mail)
    }
    return claimed
  })
}

/**
 * Claims the notifications of a person that are due, or will be due soon, for one mail. Returns null if the
 * person may see none of them.
 */
async function claimMailTo(tx: Db, userId: string, now: number): Promise<ClaimedMail | null> {
  const isWaiting = and(
    eq(notification.userId, userId),
    isNotNull(notification.mailAt),
    // This condition leaves out notifications whose mail another process is sending: they are not due at this
    // moment, and their number of attempts is not 0.
    or(lte(notification.mailAt, now), eq(notification.mailAttempt, 0)),
  )
  const [person] = await tx
    .select({ id: user.id, name: user.name, email: user.email, frequency: user.notificationMail })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.emailVerified, true), whereActive(user)))
  const visible =
    person && person.frequency !== 'off'
      ? await selectVisible(tx, isWaiting).orderBy(asc(notification.id))
      : []
  const attempt = 1 + Math.max(0, ...visible.map(each => each.notification.mailAttempt))
  await tx.update(notification).set({ mailAt: null }).where(isWaiting)
  if (!person || visible.length === 0) return null
  const ids = visible.map(each => each.notification.id)
  await tx
    .update(notification)
    .set({ mailAt: now + CLAIM_MS, mailAttempt: attempt })
    .where(inArray(notification.id, ids))
  const { frequency, ...to } = person
  return { to, frequency, notifications: visible, attempt }
}

/** Stores when claimed notifications are mailed next: null if the mail was sent or will not be retried. */
export const releaseMail = (mail: ClaimedMail, mailAt: number | null): Promise<void> =>
  store(mail, { mailAt })

/**
 * Stores when claimed notifications are mailed that were not mailed yet because a limit is reached. This does
 * not count as an attempt, so a mail that is due earlier includes them.
 */
export const postponeMail = (mail: ClaimedMail, mailAt: number): Promise<void> =>
  store(mail, { mailAt, mailAttempt: mail.attempt - 1 })

async function store(
  mail: ClaimedMail,
  values: { mailAt: number | null; mailAttempt?: number },
): Promise<void> {
  const ids = mail.notifications.map(each => each.notification.id)
  await writeUnguarded(async tx => {
    await tx
      .update(notification)
      .set(values)
      .where(
        and(
          inArray(notification.id, ids),
          eq(notification.mailAttempt, mail.attempt),
          // A notification that was read during the attempt is not mailed again.
          isNotNull(notification.mailAt),
        ),
      )
  })
}
