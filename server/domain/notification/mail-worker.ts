import { MINUTE } from '#shared/time'
import { mayMail, mayMailFrom, restoreRateLimit } from '~~/server/limits/rate-limit'
import { sendMail } from '~~/server/mail/send'
import { OutboxWorker } from '~~/server/outgoing/outbox-worker'
import { pauseAfter } from '~~/server/outgoing/schedule'
import { settings } from '~~/server/settings'
import { claimMails, postponeMail, releaseMail, type ClaimedMail } from './claim-mails'
import { notificationMail } from './notification-mail'

/** The time until the limits of mails are checked again for notifications that they did not allow. */
const LIMITED_MS = 10 * MINUTE

/**
 * Counts a mail for its recipient and for the workspaces of its notifications, like mails that people cause.
 * Returns the part of the mail that the limits allow, and postpones the rest: it becomes a part of a later
 * mail. Returns null if the limits allow nothing.
 */
async function withinLimits(mail: ClaimedMail): Promise<ClaimedMail | null> {
  const { to, notifications } = mail
  const isAllowed = new Map<string, boolean>()
  if (await mayMail('mailTo', to.email)) {
    for (const { workspaceId } of notifications)
      if (!isAllowed.has(workspaceId)) isAllowed.set(workspaceId, await mayMailFrom(workspaceId))
    // Workspaces that may send no mail must not use up the limit of the recipient.
    if (![...isAllowed.values()].includes(true)) await restoreRateLimit('mailTo', to.email.toLowerCase())
  }
  const { allowed = [], waiting = [] } = Object.groupBy(notifications, ({ workspaceId }) =>
    isAllowed.get(workspaceId) ? 'allowed' : 'waiting',
  )
  if (waiting.length > 0) await postponeMail({ ...mail, notifications: waiting }, Date.now() + LIMITED_MS)
  return allowed.length > 0 ? { ...mail, notifications: allowed } : null
}

const worker = new OutboxWorker<ClaimedMail>({
  name: 'mails about notifications',
  maxSendingEach: 1,
  claim: claimMails,
  receiverOf: mail => mail.to.id,
  // The worker limits how many mails are sent at the same time for each account. Here each recipient counts
  // as an account, because all mails use the same mail server.
  accountOf: mail => mail.to.id,
  async send(claimed) {
    const mail = await withinLimits(claimed)
    if (!mail) return
    const isSent = await sendMail(notificationMail(mail, settings().publicUrl))
    const pause = isSent ? null : pauseAfter(mail.attempt, null)
    await releaseMail(mail, pause === null ? null : Date.now() + pause)
  },
})

/**
 * Starts the worker that sends mails about notifications, if the server has a mail server. Each mail is sent
 * at least once, and by only one node at a time.
 */
export function startNotificationMails(): void {
  if (settings().smtp) worker.start()
}

/** Stops claiming mails, and waits for the mails that are being sent. */
export async function stopNotificationMails(): Promise<void> {
  await worker.stop()
}
