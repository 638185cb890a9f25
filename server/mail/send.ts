import { createTransport } from 'nodemailer'
import { printable, printableLine } from '#shared/text/printable'
import { SECOND } from '#shared/time'
import { metrics } from '~~/server/metrics'
import { log } from '~~/server/process/log'
import { within } from '~~/server/process/within'
import { settings } from '~~/server/settings'

/** A plain-text mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * The largest time in milliseconds for a whole mail. The limits of {@link openTransport} are not enough: a
 * mail server that sends a line every few seconds never exceeds them.
 */
const MAIL_MS = 30 * SECOND

/**
 * Sends a mail through `SMTP_URL`. Returns false if this setting is missing. If the mail server does not
 * accept the mail within {@link MAIL_MS}, logs the error and returns false.
 */
export async function sendMail(mail: Mail): Promise<boolean> {
  const { smtp } = settings()
  if (!smtp) return false
  const transport = openTransport(smtp.url)
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error(`no mail in ${MAIL_MS / SECOND} s`)), MAIL_MS).unref()
  try {
    await transport.sendMail({
      signal: abort.signal,
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
    clearTimeout(timer)
    transport.close()
  }
}

/**
 * Connects to the mail server of an `SMTP_URL` and signs in, but sends no mail. Throws if the connection or
 * the sign-in fails, or takes longer than {@link MAIL_MS}.
 */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = openTransport(url)
  try {
    await within(MAIL_MS, () => transport.verify())
  } finally {
    transport.close()
  }
}

const openTransport = (url: string) =>
  createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 })
