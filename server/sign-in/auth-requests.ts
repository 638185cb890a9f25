import { APIError, createAuthMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { signInErrors } from '#shared/sign-in-errors'
import { settings } from '~~/server/settings'
import type { AuthHooks } from './auth-hooks'
import { assertPerson } from './person-fields'
import { checkedPasskeyRequest } from './passkey-requests'
import { activeProviders } from './providers'
import { withSessionToken } from '~~/server/secrets/session-tokens'
import { signUpRefusal } from './sign-up-rules'

/** The body of a password reset request. For a valid body the library would send a mail. */
export const ResetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() })

/** The response to every password reset request, whether the account exists or not. */
const resetRequested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

const passwordPaths = ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password']

/**
 * Checks a request, and completes its body, before the authentication library handles it. Throws an error of
 * the library.
 */
export function beforeRequest(hooks: AuthHooks) {
  return createAuthMiddleware(async context => {
    const { path, body } = context as { path: string; body: unknown }
    if (passwordPaths.includes(path) && !settings().passwordSignIn)
      throw forbidden('Signing in with a password is off on this server. Sign in another way.')
    if (path === '/sign-up/email' || path === '/update-user') assertPerson(body)
    const checked = checkedPasskeyRequest(path, body)
    if (checked) return { context: { body: checked } }
    if (path === '/sign-up/email') await assertMaySignUp(hooks, body)
    if (path === '/sign-in/social' || path === '/link-social') assertProviderRequest(body)
    // A changed password always ends the other sessions, even if the request asks to keep them.
    if (path === '/change-password')
      return { context: { body: { ...(body as object), revokeOtherSessions: true } } }
    if (path === '/revoke-session') return { context: { body: await withSessionToken(body) } }
    if (
      path === '/request-password-reset' &&
      context.request &&
      hooks.sendPasswordReset &&
      ResetRequest.safeParse(body).success
    )
      return context.json(resetRequested)
  })
}

/**
 * Throws if `SIGN_UPS` does not allow a sign-up with a password. A password does not confirm the email, so it
 * is never allowed if accounts need a confirmed email.
 */
async function assertMaySignUp({ isInvited }: AuthHooks, body: unknown): Promise<void> {
  const { email, invitation } = (body ?? {}) as { email?: unknown; invitation?: unknown }
  const refusal = await signUpRefusal({ email: String(email), verified: false, invitation }, isInvited)
  if (refusal === 'sign_up_by_domain')
    throw forbidden(
      "Sign-up on this server is only for confirmed email addresses of its organization's domains, and a " +
        'password does not confirm an address. Sign up through a sign-in provider instead.',
    )
  if (refusal) throw forbidden(signInErrors[refusal])
}

/**
 * The only fields that are accepted for a sign-in through a provider, since pages of this server send no
 * others. The library would also accept ID tokens, which skip state and PKCE, and additional scopes and
 * parameters.
 */
const ProviderRequest = z.strictObject({
  provider: z.string(),
  callbackURL: z.string().max(2000).optional(),
  errorCallbackURL: z.string().max(2000).optional(),
  additionalData: z.strictObject({ invitation: z.string().max(200) }).optional(),
})

function assertProviderRequest(body: unknown): void {
  const parsed = ProviderRequest.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
    throw invalid(`"${field ?? 'provider'}" is not accepted here`)
  }
  const active = activeProviders().map(({ id }) => id as string)
  if (!active.includes(parsed.data.provider))
    throw invalid(`"provider" must be one of those this server has: ${active.join(', ') || 'none'}`)
}

const forbidden = (message: string) => new APIError('FORBIDDEN', { code: 'FORBIDDEN', message })
const invalid = (message: string) =>
  new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_REQUEST', message: `${message}.` })
