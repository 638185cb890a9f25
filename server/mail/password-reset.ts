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

/** Informs a person that agent tokens of their account were revoked at a password reset. */
export async function sendTokensRevoked(to: { name: string; email: string }, tokens: number): Promise<void> {
  await sendMail({
    to: to.email,
    subject: 'Agent tokens of your Exhibit account were revoked',
    text: [
      `Hello ${unlinkable(to.name)},`,
      `You chose a new password. Your email address had not been confirmed before, so another person may ` +
        `have used the account. So ${tokens === 1 ? 'its agent token' : `its ${tokens} agent tokens`}, ` +
        `unused invitations and passkeys were revoked.`,
      `If the tokens were yours, create new ones. Check the members and the share links of your workspace.\n`,
    ].join('\n\n'),
  })
}
