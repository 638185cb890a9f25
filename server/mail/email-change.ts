import { unlinkable } from '#shared/text/unlinkable'
import { sendMail } from './send'

/** Sends the link that confirms a new email. Returns whether the mail server accepted it. */
export const sendEmailConfirmation = (to: string, name: string, url: string): Promise<boolean> =>
  sendMail({
    to,
    subject: 'Confirm your new email address for Exhibit',
    text: [
      `Hello ${unlinkable(name)},`,
      `Open this link within an hour to use this address for your account:\n${url}`,
      `If you didn't request this, ignore this email.\n`,
    ].join('\n\n'),
  })

/**
 * Sends a mail to an address that a person wants to use for their account, although another account already
 * has this address. The mail states the name of the person. Returns whether the mail server accepted the
 * mail.
 */
export const sendEmailTaken = (to: string, name: string): Promise<boolean> =>
  sendMail({
    to,
    subject: 'Your Exhibit account',
    text: [
      `${unlinkable(name)} asked to use this email address for an account, but another account has it.`,
      `If that was you, sign in with this address, or choose another one. Nothing was changed.\n`,
    ].join('\n\n'),
  })

/** Informs a person that the email of their account was changed. The mail is sent to the earlier address. */
export async function sendEmailChanged(
  person: { name: string; email: string },
  email: string,
): Promise<void> {
  await sendMail({
    to: person.email,
    subject: 'Your email address for Exhibit was changed',
    text: [
      `Hello ${unlinkable(person.name)},`,
      `The email address of your account is now ${email}.`,
      `If you didn't change it, ask the operator of this server for help.\n`,
    ].join('\n\n'),
  })
}
