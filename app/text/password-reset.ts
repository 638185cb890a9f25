import { defineText } from './define-text'

/** The texts of the pages for people who forgot their password. */
export const text = defineText({
  forgot: {
    title: 'Forgot your password?',
    hint: "We'll email you a link to choose a new one.",
    email: 'Email',
    submit: 'Send link',
    busy: 'Sending…',
    back: 'Back to sign in',
  },
  sent: {
    title: 'Check your email',
    hint: (email: string) =>
      `If there is an account for ${email}, we sent it a link to choose a new password. ` +
      'The link expires in an hour.',
  },
  reset: {
    title: 'Choose a new password',
    hint: "You'll be signed out everywhere and can sign in with the new password.",
    password: 'New password',
    passwordLength: (characters: number) => `At least ${characters} characters.`,
    submit: 'Save password',
    busy: 'Saving…',
  },
  expired: {
    title: 'This link has expired',
    hint: "Password reset links work once and expire after an hour. Your password hasn't changed.",
    again: 'Send a new link',
  },
})
