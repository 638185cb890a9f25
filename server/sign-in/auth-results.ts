import { formatUserCode } from '#shared/device-code'
import type { AuthHooks } from './auth-hooks'
import { followPasswordChange } from './confirm-email'

/*
 * Functions that change the results of the authentication library before this server sends them.
 * `auth-endpoints.ts` states which endpoint uses which of these functions.
 */

/**
 * Returns a session or several sessions without their tokens, because a token is a credential that a script
 * in a page must never read.
 */
export function withoutToken(returned: object): object {
  if (Array.isArray(returned)) return returned.map(each => withoutToken(each as object))
  const { token: _, ...rest } = returned as { token?: unknown; session?: object }
  return rest.session ? { ...rest, session: withoutToken(rest.session) } : rest
}

/**
 * Ends the other sessions of a person who changed their password, and invalidates the password reset links.
 * Returns a result without tokens.
 */
export async function passwordChanged(
  returned: object,
  userId: string | undefined,
  hooks: AuthHooks,
): Promise<object> {
  const { token } = returned as { token?: unknown }
  if (userId !== undefined && typeof token === 'string')
    (await followPasswordChange(userId, token)).forEach(hooks.onSessionEnd)
  return withoutToken(returned)
}

/**
 * Returns the response to a device that wants to sign in. It contains the code in the form that the page
 * shows, `ABCD-EFGH`. The authentication library accepts a code with and without the dash.
 */
export function shownDeviceCodes(returned: object): object {
  const codes = returned as { user_code: string; verification_uri_complete: string }
  const user_code = formatUserCode(codes.user_code)
  const verification_uri_complete = codes.verification_uri_complete.replace(codes.user_code, user_code)
  return { ...codes, user_code, verification_uri_complete }
}

/**
 * Returns the options of a passkey sign-in. Any passkey is allowed, and the device must verify the person by
 * a PIN or biometrics.
 */
export function signInOptions(returned: object): object {
  const { allowCredentials: _, ...options } = returned as { allowCredentials?: unknown }
  return { ...options, userVerification: 'required' }
}
