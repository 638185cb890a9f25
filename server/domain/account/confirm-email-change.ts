import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { findEmailChange } from '~~/server/sign-in/links/email-changes'
import { mayMail } from '~~/server/limits/rate-limit'
import { assertPersonActive } from '~~/server/access/suspension'
import { write } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { sendEmailChanged } from '~~/server/mail/email-change'
import { setEmail } from './set-email'

/**
 * Changes the email of the person who opened the link that was sent to the new address, and notifies the old
 * address. If the link was sent to the current address, only confirms it. The link can be used only once, and
 * needs no session. Throws `not_found` for a link that was used, was replaced or has expired, and `conflict`
 * if another account got the address after the link was sent.
 */
export async function confirmEmailChange(
  _actor: Actor,
  { token }: Input<'confirmEmailChange'>,
): Promise<Output<'confirmEmailChange'>> {
  const { person, email } = await write(async tx => {
    const change = await findEmailChange(tx, token)
    const [found] = change ? await tx.select().from(user).where(eq(user.id, change.userId)) : []
    if (!change || !found)
      throw new AppError('not_found', {
        message: 'This link was used or replaced, or has expired.',
        hint: 'Change the email again under Settings, Your account.',
      })
    assertPersonActive(found)
    await setEmail(tx, found.id, change.email, true)
    return { person: found, email: change.email }
  })
  if (person.email !== email && (await mayMail('emailChangedMailTo', person.email)))
    await sendEmailChanged(person, email)
  return { email }
}
