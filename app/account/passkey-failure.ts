import { ApiError } from '#shared/client'
import { passkeys as text } from '~/text/auth'

const messages: Partial<Record<string, keyof typeof text>> = {
  NotAllowedError: 'notConfirmed',
  AbortError: 'notConfirmed',
  InvalidStateError: 'exists',
  SecurityError: 'otherAddress',
  ConstraintError: 'unprotected',
  NotSupportedError: 'unsupported',
}

/**
 * Converts an error that the browser throws for a passkey to an {@link ApiError}, by the name of the error
 * (WebAuthn Level 3, 5.1).
 */
export function passkeyFailure(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : ''
  return new ApiError(text[messages[name] ?? 'failed'], 400, 'passkey_failed', text.hint, null)
}
