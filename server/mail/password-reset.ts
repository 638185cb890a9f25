import { sendMail } from './send'

/** Mails the address at which a forgotten password is replaced. */
export async function sendPasswordReset(to: { name: string; email: string }, url: string): Promise<void> {
  await sendMail({
    to: to.email,
    subject: 'Choose a new password for Exhibit',
    text: `Hello ${to.name},\n\nopen this address within an hour to choose a new password:\n${url}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  })
}
