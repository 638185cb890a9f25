import { defineText } from './define-text'

/** The texts of the dialog to sign in again. */
export const text = defineText({
  title: 'Sign in again',
  description: 'Your session has ended. Sign in to continue on this page. Unsent text is saved.',
  /** Followed by a link to the sign-in page. */
  otherWay: 'Forgot your password, or signing in another way?',
  signInPage: 'Go to the sign-in page',
})
