import { createTransport } from 'nodemailer'
import { printable, printableLine } from '#shared/text/printable'
import { metrics } from '~~/server/metrics'
import { log } from '~~/server/process/log'
import { settings } from '~~/server/settings'

/** A plain-text mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * Sends a mail through `SMTP_URL`. Returns false if this setting is missing. If the mail server does not
 * accept the mail, logs the error and returns false.
 */
export async function sendMail(mail: Mail): Promise<boolean> {
  const { smtp } = settings()
  if (!smtp) return false
  const transport = openTransport(smtp.url)
  try {
    await transport.sendMail({
      from: smtp.from,
      to: mail.to,
      subject: printableLine(mail.subject),
      text: printable(mail.text),
    })
    metrics.mail('sent')
    return true
  } catch (error) {
    metrics.mail('failed')
    log.warn('mail not sent', { error })
    return false
  } finally {
    transport.close()
  }
}

/**
 * Connects to the mail server of an `SMTP_URL` and signs in, but sends no mail. Throws if the connection or
 * the sign-in fails.
 */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = openTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const openTransport = (url: string) =>
  createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 })
