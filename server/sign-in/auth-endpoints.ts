import type { RateLimit } from '~~/server/limits/rate-limit'
import { withSignInDelay } from '~~/server/limits/sign-in-delays'
import type { Auth } from './auth'
import type { AuthRequest, CheckedRequest } from './auth-endpoint'
import type { AuthHooks } from './auth-hooks'
import {
  assertMaySignUp,
  assertPasswordsOn,
  assertProviderRequest,
  checkResetRequest,
  endOtherSessions,
  mailPasswordReset,
  beginAtProvider,
  withSessionToken,
} from './auth-requests'
import { passwordChanged, shownDeviceCodes, signInOptions, withoutToken } from './auth-results'
import { assertPasskeysOn, checkedRegistration, checkedSignIn } from './passkey-requests'
import { endApprovals } from './links/approvals'
import { runReset } from './links/reset-links'
import { runPasskeyChange } from './passkeys'
import { rememberPassword } from './passwords'
import { assertPerson } from './person-fields'
import { runProviderSignIn, runSignUp } from './sign-up-rules'

type Checked = CheckedRequest | undefined

/** An endpoint of the authentication library that clients may call. */
export interface AuthEndpoint {
  method: 'GET' | 'POST'
  /** The rate limit for requests to the endpoint. They are counted for the IP address of the client. */
  rateLimit: RateLimit
  /** Whether the endpoint acts for the person of the session. Such an endpoint rejects a suspended person. */
  usesSession: boolean
  /** Whether the endpoint accepts a form in addition to JSON. */
  acceptsForms?: true
  /**
   * Whether the endpoint belongs to the device flow (RFC 8628). Its errors have the fields of the standard in
   * addition to the fields of the error envelope.
   */
  isDeviceFlow?: true
  /**
   * Checks a request. May return another body, or a response. Throws an error of the authentication library
   * if the request is rejected.
   */
  check?(request: AuthRequest, hooks: AuthHooks): Checked | Promise<Checked>
  /**
   * Calls the authentication library with `handle`, and runs the endpoint's own work before and after this
   * call.
   */
  run?(handle: () => Promise<Response>, body: Record<string, unknown>): Promise<Response>
  /**
   * Returns the result that replaces the result of the authentication library. `userId` is the id of the
   * session's person.
   */
  result?(returned: object, userId: string | undefined, hooks: AuthHooks): object | Promise<object>
  /** Called after a successful response was sent. Never throws. */
  afterResponse?(auth: Auth, body: unknown): Promise<void>
}

/**
 * The endpoints of the authentication library that clients may call, by their paths in the library. All other
 * endpoints of the library respond with 404, so that a new version of the library adds no endpoint to this
 * server. Operations of this server list and remove sign-in methods, so the endpoints of the library for this
 * purpose are not needed. No endpoint returns the tokens of providers.
 */
export const authEndpoints: Readonly<Record<string, AuthEndpoint>> = {
  '/sign-up/email': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    acceptsForms: true,
    check: async ({ body }, hooks) => {
      assertPasswordsOn()
      assertPerson(body)
      await assertMaySignUp(hooks, body)
    },
    // If sign-up is closed, two concurrent sign-ups must not both count as the first account.
    run: runSignUp,
  },
  '/sign-in/email': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    acceptsForms: true,
    check: assertPasswordsOn,
    run: (handle, { email }) => withSignInDelay(email, () => rememberPassword(handle)),
  },
  '/sign-in/social': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    check: assertProviderRequest,
    run: beginAtProvider,
  },
  '/link-social': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    check: assertProviderRequest,
    run: beginAtProvider,
  },
  // Sign-in providers redirect people to this endpoint after the sign-in. The URL contains an authorization
  // code, which can only be used together with the cookie of the same sign-in.
  '/callback/:id': { method: 'GET', rateLimit: 'write', usesSession: false, run: runProviderSignIn },
  // A suspended person may sign out.
  '/sign-out': { method: 'POST', rateLimit: 'credential', usesSession: false },

  '/request-password-reset': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    check: checkResetRequest,
    afterResponse: mailPasswordReset,
  },
  // The URL in the mail. This endpoint redirects to the page on which the person chooses the new password.
  '/reset-password/:token': { method: 'GET', rateLimit: 'none', usesSession: false },
  '/reset-password': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    check: assertPasswordsOn,
    run: (handle, body) => runPasskeyChange(() => runReset(body, handle)),
  },
  '/change-password': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    check: endOtherSessions,
    result: passwordChanged,
  },
  '/update-user': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    check: ({ body }) => assertPerson(body),
  },

  '/get-session': { method: 'GET', rateLimit: 'none', usesSession: true, result: withoutToken },
  '/list-sessions': { method: 'GET', rateLimit: 'none', usesSession: true, result: withoutToken },
  '/revoke-session': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    check: withSessionToken,
    result: endApprovals,
  },
  '/revoke-other-sessions': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    result: endApprovals,
  },

  '/device/code': {
    method: 'POST',
    rateLimit: 'deviceCode',
    usesSession: false,
    acceptsForms: true,
    isDeviceFlow: true,
    result: shownDeviceCodes,
  },
  // The requests with which a device polls for its token.
  '/device/token': {
    method: 'POST',
    rateLimit: 'write',
    usesSession: false,
    acceptsForms: true,
    isDeviceFlow: true,
  },
  // Requests with a device code may be attempts to guess the code, so they have their own limit.
  '/device': { method: 'GET', rateLimit: 'deviceLookup', usesSession: true, isDeviceFlow: true },
  '/device/approve': {
    method: 'POST',
    rateLimit: 'deviceLookup',
    usesSession: true,
    acceptsForms: true,
    isDeviceFlow: true,
  },
  '/device/deny': {
    method: 'POST',
    rateLimit: 'deviceLookup',
    usesSession: true,
    acceptsForms: true,
    isDeviceFlow: true,
  },

  '/passkey/generate-register-options': {
    method: 'GET',
    rateLimit: 'write',
    usesSession: true,
    check: assertPasskeysOn,
  },
  '/passkey/verify-registration': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: true,
    check: checkedRegistration,
    run: runPasskeyChange,
  },
  // This request only creates the challenge of a sign-in. The request with the response to the challenge
  // counts as a credential.
  '/passkey/generate-authenticate-options': {
    method: 'GET',
    rateLimit: 'write',
    usesSession: false,
    check: assertPasskeysOn,
    result: signInOptions,
  },
  '/passkey/verify-authentication': {
    method: 'POST',
    rateLimit: 'credential',
    usesSession: false,
    check: checkedSignIn,
    result: withoutToken,
  },
}

/** The path below which the authentication library has its endpoints. */
export const authBasePath = '/api/auth'

const patterns = Object.entries(authEndpoints).map(
  ([path, endpoint]) => [new RegExp(`^${authBasePath}${path.replace(/:\w+/, '[^/]+')}$`), endpoint] as const,
)

/**
 * Returns the endpoint at the path of a URL. Accepts only the exact path, like the authentication library:
 * for example, no slash at the end. Returns undefined if clients may not call the endpoint.
 */
export function findAuthEndpoint(path: string): AuthEndpoint | undefined {
  return patterns.find(([pattern]) => pattern.test(path))?.[1]
}
