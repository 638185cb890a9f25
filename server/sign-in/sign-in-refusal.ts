import { APIError } from 'better-auth/api'
import { signInErrors, type SignInErrorCode } from '#shared/sign-in-errors'

/** Returns the library's error for a rejected sign-in; the sign-in page shows its text. */
export const signInRefusal = (code: SignInErrorCode): APIError =>
  new APIError('FORBIDDEN', { code, message: signInErrors[code] })
