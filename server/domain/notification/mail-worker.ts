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
  // The worker limits how many mails are sent at the same time for each account. Here each recipient counts
  // as an account, because all mails use the same mail server.
  accountOf: mail => mail.to.id,
  async send(mail) {
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
