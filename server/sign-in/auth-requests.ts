import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors'
import { signInErrors } from '#shared/sign-in-errors'
import { db } from '~~/server/db'
import { session } from '~~/server/db/schema'
import { log } from '~~/server/process/log'
import { settings } from '~~/server/settings'
import type { Auth } from './auth'
import type { AuthRequest, CheckedRequest } from './auth-endpoint'
import type { AuthHooks } from './auth-hooks'
import { activeProviders } from './providers/providers'
import { signUpRefusal } from './sign-up-rules'

/*
 * Checks of requests to the authentication library, and actions that this server adds to the actions of the
 * library. `auth-endpoints.ts` states which endpoint uses which of these functions.
 */

/** Throws if people do not sign in with passwords on this server. */
export function assertPasswordsOn(): undefined {
  if (!settings().passwordSignIn)
    throw forbidden('Signing in with a password is off on this server. Sign in another way.')
}

/**
 * Throws if `SIGN_UPS` does not allow a sign-up with a password. A password does not confirm the email. So if
 * accounts need a confirmed email, such a sign-up is never allowed.
 */
export async function assertMaySignUp({ isInvited }: AuthHooks, body: unknown): Promise<void> {
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
 * The schema for the body of a password reset request. The authentication library sends a mail only for a
 * valid body.
 */
const ResetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() })

/** The response to every password reset request, whether the account exists or not. */
const resetRequested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

/**
 * Returns the response to a valid password reset request of a client, before the account is looked up, if
 * this server can send mails. {@link mailPasswordReset} calls the authentication library afterwards.
 */
export function checkResetRequest(
  { body, isFromClient }: AuthRequest,
  hooks: AuthHooks,
): CheckedRequest | undefined {
  assertPasswordsOn()
  const isAnswered = isFromClient && hooks.sendPasswordReset && ResetRequest.safeParse(body).success
  return isAnswered ? { response: resetRequested } : undefined
}

/**
 * Mails the link to choose a new password, if the account exists. Call it after the response was sent, so
 * that the response time does not reveal whether the account exists. Never throws; logs a failure.
 */
export async function mailPasswordReset(auth: Auth, body: unknown): Promise<void> {
  try {
    // The authentication library would reject the link in the mail if the request named no page to redirect
    // to.
    const request = { email: ResetRequest.parse(body).email, redirectTo: '/reset-password' }
    await auth.api.requestPasswordReset({ body: request })
  } catch (error) {
    log.error('password reset not sent', { error })
  }
}

/** Changes a request for a new password, so that the change always ends the person's other sessions. */
export function endOtherSessions({ body }: AuthRequest): CheckedRequest {
  return { body: { ...(body as object), revokeOtherSessions: true } }
}

/**
 * Returns the body of `/revoke-session` in the form that the authentication library expects: the token
 * replaces the `id` from `/list-sessions`. The response of the library is the same for a session of another
 * person and for a session that does not exist.
 */
export async function withSessionToken({ body }: AuthRequest): Promise<CheckedRequest | undefined> {
  const { id, ...rest } = (body ?? {}) as { id?: unknown }
  if (typeof id !== 'string') return undefined
  const [found] = await db.select({ token: session.token }).from(session).where(eq(session.id, id))
  return { body: { ...rest, token: found?.token ?? '' } }
}

/**
 * The URL or path of a page of this server. Its path must not begin with two slashes, even after `..` was
 * resolved, because a browser would treat the part after the slashes as a host.
 */
const OwnPage = z
  .string()
  .max(2000)
  .refine(address => {
    const { publicUrl } = settings()
    const page = URL.parse(address, publicUrl)
    return page?.origin === publicUrl && !page.pathname.startsWith('//')
  })

/**
 * The only fields that are accepted for a sign-in through a provider, since pages of this server send no
 * others. The authentication library would also accept ID tokens, which skip state and PKCE, and additional
 * scopes and parameters.
 */
const ProviderRequest = z.strictObject({
  provider: z.string(),
  callbackURL: OwnPage.optional(),
  errorCallbackURL: OwnPage.optional(),
  additionalData: z.strictObject({ invitation: z.string().max(200) }).optional(),
})

/**
 * Throws if a request names a sign-in provider that this server does not have, or contains fields that this
 * server does not accept.
 */
export function assertProviderRequest({ body }: AuthRequest): undefined {
  const parsed = ProviderRequest.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
    throw invalid(`"${field ?? 'provider'}" is not accepted here`)
  }
  const active = activeProviders().map(({ id }) => id as string)
  if (!active.includes(parsed.data.provider))
    throw invalid(`"provider" must be one of the providers of this server: ${active.join(', ') || 'none'}`)
}

/**
 * Begins a sign-in through a provider, or the linking of a provider to an account. If the provider is
 * configured but the authentication library responds with 404, the library could not load the URLs of the
 * provider: then throws `unavailable`.
 */
export async function beginAtProvider(handle: () => Promise<Response>): Promise<Response> {
  const response = await handle()
  if (response.status !== 404) return response
  throw new AppError('unavailable', {
    message: 'The sign-in provider does not respond.',
    hint: 'Try again in a moment, or sign in another way.',
    retryAfter: 10,
  })
}

const forbidden = (message: string) => new APIError('FORBIDDEN', { code: 'FORBIDDEN', message })
const invalid = (message: string) =>
  new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_REQUEST', message: `${message}.` })
