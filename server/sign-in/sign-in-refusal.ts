import { APIError } from 'better-auth/api'
import { signInErrors, type SignInErrorCode } from '#shared/sign-in-errors'

/**
 * Returns the authentication library's error for a rejected sign-in. The sign-in page shows the message of
 * the error.
 */
export const signInRefusal = (code: SignInErrorCode): APIError =>
  new APIError('FORBIDDEN', { code, message: signInErrors[code] })
