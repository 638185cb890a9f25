import { defineText } from './define-text'

/** The texts of the page that a person opens to confirm an address. */
export const text = defineText({
  title: 'Confirm your email address',
  hint: 'Use this address for your account.',
  confirm: 'Confirm',
  unchanged: "Your email address wasn't changed.",
  confirmed: 'Email address confirmed',
  newAddress: (email: string) => `Your account has the address ${email} now.`,
})
