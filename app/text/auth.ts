import { defineText } from './language/define-text'

/** The texts of the pages on which people sign in and up. */
export const text = defineText('auth', 'text', {
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    busy: 'Signing in…',
    /** A link to the sign-up page follows this question. */
    question: 'New here?',
    other: 'Create an account',
  },
  signUp: {
    title: 'Create your account',
    submit: 'Create account',
    busy: 'Creating account…',
    question: 'Already have an account?',
    other: 'Sign in',
  },
  name: 'Name',
  nameHelp: 'Shown next to your comments.',
  email: 'Email',
  password: 'Password',
  passwordLength: (characters: number) => `At least ${characters} characters.`,
  /** The divider between the buttons of the sign-in providers and the form. */
  orPassword: 'or with a password',
  forgotPassword: 'Forgot your password?',
  provider: (name: string) => `Continue with ${name}`,
  passkey: 'Use a passkey',
  passkeyBusy: 'Waiting for your passkey…',
  /** `{address}` is replaced by a link to the same page over https. */
  insecure: "Signing in doesn't work here, because this page was opened without https. Open {address}.",
  /** The reasons why the person needs an account. */
  reason: {
    claim: 'You need an account to claim the workspace your agent created.',
    device: 'You need an account to connect your terminal.',
    invite: 'You need an account to accept the invitation.',
  },
  /** The rules for who can sign up on this server. */
  rule: {
    invite: 'Sign-up on this server is by invitation only. Ask a workspace owner for an invitation link.',
    domain: (domains: string) => `Sign-up on this server is for confirmed email addresses at ${domains}.`,
  },
})

/** The reasons why a passkey cannot be used or added. */
export const passkeys = defineText('auth', 'passkeys', {
  /**
   * Browsers do not report which of these two causes applies, because a page must not learn about other
   * passkeys.
   */
  notConfirmed: 'You cancelled, or your device did not confirm your identity in time.',
  exists: 'This device or password manager already has a passkey for your account.',
  otherAddress: 'Passkeys work only at the main address of this server. Open it there.',
  unprotected: 'This device or security key cannot store a passkey protected by a PIN or biometrics.',
  unsupported: 'This device or security key does not support passkeys.',
  failed: 'Your device could not use the passkey.',
  hint: 'Try again, or use another way to sign in.',
})
