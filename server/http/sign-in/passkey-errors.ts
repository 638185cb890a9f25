import { AppError } from '#shared/errors'
import { notRecent } from '~~/server/sign-in/recent-session'

const unfinished = (message: string) => new AppError('bad_request', { message, hint: 'Try again.' })

/**
 * The errors that replace passkey errors of the authentication library, by the error code. The library
 * responds with 500 to some errors that only a client can cause.
 */
const errors: Partial<Record<string, () => AppError>> = {
  SESSION_NOT_FRESH: notRecent,
  CHALLENGE_NOT_FOUND: () => unfinished('This took longer than five minutes, or was sent before.'),
  FAILED_TO_VERIFY_REGISTRATION: () => unfinished('The passkey could not be verified, so it was not added.'),
  AUTHENTICATION_FAILED: () => unfinished('The passkey could not be verified.'),
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: () => unfinished('Another person has signed in since then.'),
  PASSKEY_NOT_FOUND: () =>
    new AppError('unauthorized', {
      message: 'No account here has this passkey: it was removed, or its account was deleted.',
      hint: 'Sign in another way, and delete the passkey from your device or password manager.',
    }),
}

/**
 * Returns the error that replaces a passkey error of the authentication library; undefined for other error
 * codes.
 */
export const passkeyError = (code: string | undefined): AppError | undefined => errors[code ?? '']?.()
