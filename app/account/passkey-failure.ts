import { ApiError } from '#shared/client'
import { text } from '~/text/passkeys'

const messages: Partial<Record<string, string>> = {
  NotAllowedError: text.notConfirmed,
  AbortError: text.notConfirmed,
  InvalidStateError: text.exists,
  SecurityError: text.otherAddress,
  ConstraintError: text.unprotected,
  NotSupportedError: text.unsupported,
}

/** Returns the failure of a passkey in the browser, by the name of its error (WebAuthn Level 3, 5.1). */
export function passkeyFailure(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : ''
  return new ApiError(messages[name] ?? text.failed, 400, 'passkey_failed', text.hint, null)
}
