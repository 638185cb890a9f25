import { defineText } from './define-text'

/** Why a passkey cannot be used or added. The sign-in page loads these texts. */
export const text = defineText({
  /** Browsers do not say which of the two it was, so that a page learns nothing about other passkeys. */
  notConfirmed: 'You cancelled, or your device did not confirm it is you in time.',
  exists: 'This device or password manager already has a passkey for your account.',
  otherAddress: 'Passkeys work only at the main address of this server. Open it there.',
  unprotected: 'This device or security key cannot store a passkey that a PIN or biometrics protect.',
  unsupported: 'This device or security key does not support passkeys.',
  failed: 'Your device could not use the passkey.',
  hint: 'Try again, or use another way to sign in.',
})
