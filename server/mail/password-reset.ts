import { unlinkable } from '#shared/text/unlinkable'
import { sendMail } from './send'

/** Sends a person the link to choose a new password. */
export async function sendPasswordReset(to: { name: string; email: string }, url: string): Promise<void> {
  await sendMail({
    to: to.email,
    subject: 'Reset your Exhibit password',
    text: [
      `Hello ${unlinkable(to.name)},`,
      `Open this link within an hour to choose a new password:\n${url}`,
      `If you didn't request this, ignore this email. Your password won't change.\n`,
    ].join('\n\n'),
  })
}
