import { sendMail } from '~~/server/mail/send'
import { OutboxWorker } from '~~/server/outgoing/outbox-worker'
import { pauseAfter } from '~~/server/outgoing/schedule'
import { settings } from '~~/server/settings'
import { claimMails, releaseMail, type ClaimedMail } from './claim-mails'
import { notificationMail } from './notification-mail'

const worker = new OutboxWorker<ClaimedMail>({
  name: 'mails about notifications',
  maxSendingEach: 1,
  claim: claimMails,
  receiverOf: mail => mail.to.id,
  // The mail server of the operator sends all mails.
  accountOf: mail => mail.to.id,
  async send(mail) {
    const isSent = await sendMail(notificationMail(mail, settings().publicUrl))
    const pause = isSent ? null : pauseAfter(mail.attempt, null)
    await releaseMail(mail, pause === null ? null : Date.now() + pause)
  },
})

/**
 * Starts sending mails about notifications, if the server sends mail. A mail is sent at least once, and by
 * one node at a time.
 */
export function startNotificationMails(): void {
  if (settings().smtp) worker.start()
}

/** Stops taking mails and waits for the mails that are being sent. */
export async function stopNotificationMails(): Promise<void> {
  await worker.stop()
}
