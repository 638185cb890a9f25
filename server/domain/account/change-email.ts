import { and, eq, ne } from 'drizzle-orm'
import { addresses } from '#shared/addresses'
import type { Input, Output } from '#shared/contract'
import { AppError, invalid } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { confirmPerson, needsPassword } from '~~/server/sign-in/confirm-person'
import { emailChangeOf, insertEmailChange, isAllowedEmail } from '~~/server/sign-in/links/email-changes'
import { consumeMail } from '~~/server/limits/rate-limit'
import { authorizeSelf } from '~~/server/access/write-guard'
import { db, write, type Db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { sendEmailConfirmation, sendEmailTaken } from '~~/server/mail/email-change'
import { settings } from '~~/server/settings'
import { setEmail } from './set-email'

/**
 * Changes the email of a person. If the server sends mail, the email changes when the person opens the link
 * that is sent to the new address; otherwise it changes immediately. If another account already has the new
 * address, the response does not reveal this, and a mail to the address explains it; on a server that sends
 * no mail, the call throws `conflict`. If the current email was never confirmed, a link can be sent to it
 * too, which confirms it. Throws as {@link confirmPerson} does, `forbidden` if emails cannot be
 * changed on this server, and `rate_limited` after too many mails to one address, or too many mails that the
 * person caused.
 */
export async function changeEmail(
  human: HumanActor,
  { email, password }: Input<'changeEmail'>,
): Promise<Output<'changeEmail'>> {
  const way = emailChangeOf(await needsPassword(human))
  if (way === null) throw fixed()
  if (email === human.email && (way === 'at_once' || (await isConfirmed(human)))) throw unchanged()
  assertAllowed(email)
  await confirmPerson(human, password)
  if (way === 'by_link') await consumeMail('emailChangeMailTo', email, human.id)
  const { token, isTaken } = await write(async tx => {
    await authorizeSelf(tx, human)
    if (way === 'at_once') await setEmail(tx, human.id, email, false)
    return way === 'by_link'
      ? { token: await insertEmailChange(tx, human.id, email), isTaken: await isOfAnother(tx, human, email) }
      : { token: null, isTaken: false }
  })
  if (token === null) return { sent: false }
  const url = addresses.emailChange(settings().publicUrl, token)
  const sent = isTaken
    ? await sendEmailTaken(email, human.name)
    : await sendEmailConfirmation(email, human.name, url)
  if (!sent)
    throw new AppError('unavailable', {
      message: 'The mail server rejected the email to this address.',
      hint: 'Check the address, or try again in a moment.',
      retryAfter: 60,
    })
  return { sent: true }
}

const unchanged = () => invalid('email', 'This is already your email address.', 'Send another one.')

async function isConfirmed({ id }: HumanActor): Promise<boolean> {
  const [row] = await db.select({ confirmed: user.emailVerified }).from(user).where(eq(user.id, id))
  return row?.confirmed === true
}

function assertAllowed(email: string): void {
  if (!isAllowedEmail(email))
    throw invalid(
      'email',
      `Accounts on this server have addresses of ${settings().signUpDomains.join(', ')}.`,
      'Send an address of one of these domains.',
    )
}

const fixed = () =>
  new AppError('forbidden', {
    message: 'Your email address cannot be changed on this server.',
    hint: 'Ask the operator of this server.',
  })

async function isOfAnother(tx: Db, { id }: HumanActor, email: string): Promise<boolean> {
  const others = and(eq(user.email, email), ne(user.id, id))
  return (await tx.select({ id: user.id }).from(user).where(others)).length > 0
}
