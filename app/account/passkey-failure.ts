import { ApiError } from '#shared/client'

const messages: Partial<Record<string, string>> = {
  // Browsers do not say which of the two it was, so that a page learns nothing about other passkeys.
  NotAllowedError: 'You cancelled, or your device did not confirm it is you in time.',
  AbortError: 'You cancelled, or your device did not confirm it is you in time.',
  InvalidStateError: 'This device or password manager already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the main address of this server. Open it there.',
  ConstraintError: 'This device or security key cannot store a passkey that a PIN or biometrics protect.',
  NotSupportedError: 'This device or security key does not support passkeys.',
}

/** Returns the failure of a passkey in the browser, by the name of its error (WebAuthn Level 3, 5.1). */
export function passkeyFailure(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : ''
  const message = messages[name] ?? 'Your device could not use the passkey.'
  return new ApiError(message, 400, 'passkey_failed', 'Try again, or use another way to sign in.', null)
}
