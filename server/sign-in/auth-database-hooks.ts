import { APIError, getOAuthState } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import { signInErrors, type SignInErrorCode } from '#shared/sign-in-errors'
import { db, write } from '~~/server/db'
import { account, session, user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import type { AuthHooks } from './auth-hooks'
import { confirmEmail } from './confirm-email'
import { deleteApprovals } from './links/approvals'
import { groupsOfSignIn } from './providers/oidc-claims'
import { readPasswordHash, rememberedHash } from './passwords'
import { personFrom } from './person-fields'
import { isScript } from './scripted-session'
import { signInRefusal } from './sign-in-refusal'
import { isFirstSignUp, signUpRefusal } from './sign-up-rules'
import { isSuspended } from '~~/server/access/suspension'
import { isNamedByProxy } from './trusted-header'

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>
type Source = Parameters<ValidateUserInfo>[0]['source']
type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/**
 * Removes the access, refresh and ID tokens of sign-in providers before an account is stored. This server
 * never uses them.
 */
const withoutProviderTokens = async () => ({
  data: { accessToken: null, refreshToken: null, idToken: null },
})

/** Returns the hooks that the authentication library calls when it writes to the database. */
export function databaseHooks(hooks: AuthHooks): DatabaseHooks {
  return {
    user: {
      create: {
        before: async person => ({ data: { ...personFrom(person), first: await isFirstSignUp() } }),
      },
    },
    account: {
      create: {
        before: withoutProviderTokens,
        // Linking a provider confirms the email of the account: the authentication library links a provider
        // only to an account with the same email, and only if the provider has confirmed this email.
        after: async ({ providerId, userId }) => {
          if (providerId !== 'credential') await confirmEmail(userId)
        },
      },
      update: { before: withoutProviderTokens },
    },
    session: {
      create: {
        before: async ({ userId, userAgent }, context) => {
          const person = await personOf(userId)
          if (person && isSuspended(person))
            throw signInRefusal(person.deletesAt === null ? 'account_suspended' : 'account_deleted')
          // Sessions of the device flow are exempt from this check. Programs use them as bearer tokens, and
          // the proxy names no person in the requests of programs.
          const isDevice = !context || context.path === '/device/token'
          if (!isDevice && person && !isNamedByProxy(person.email, context.headers))
            throw signInRefusal('not_named_by_proxy')
          // A session of the device flow is not marked as scripted: a person approved it in a browser, and it
          // cannot resolve threads or set a verdict.
          const device = context?.path === '/device/token'
          return { data: { scripted: !isDevice && isScript(userAgent), device } }
        },
        after: async created => {
          await endIfPasswordChanged(created, hooks)
          const person = await personOf(created.userId)
          if (person) await hooks.onSession(person, groupsOfSignIn())
        },
      },
      delete: {
        after: async (ended, context) => {
          hooks.onSessionEnd(ended.id)
          // The authentication library passes no person to the result of a sign-out: see `endApprovals`.
          if (context?.path === '/sign-out') await write(tx => deleteApprovals(tx, ended.userId))
        },
      },
    },
  }
}

/**
 * Returns the authentication library's check of a person who signs in through a provider or proxy. The check
 * requires that `SIGN_UPS` allows a new account and that its email is confirmed. It also checks a sign-in
 * that the library would link to an existing account with the same email.
 */
export function validateUserInfo({ isInvited }: AuthHooks): ValidateUserInfo {
  return async ({ user: person, source }, context) => {
    if (source.action === 'link-account')
      return (await isOfAnotherSubject(person.id, source)) ? errorOf('another_subject') : undefined
    if (source.action !== 'create-user') return
    const email = person.email ?? ''
    if (!isNamedByProxy(email, context.headers)) return errorOf('not_named_by_proxy')
    // The password sign-up was already checked by `assertMaySignUp`, before the password was hashed.
    if (source.method === 'email-password') return
    if (!person.emailVerified) return errorOf('email_not_verified')
    const { invitation } = (
      source.method === 'oauth' ? ((await getOAuthState()) ?? {}) : (context.body as object)
    ) as { invitation?: unknown }
    const refusal = await signUpRefusal({ email, verified: true, invitation }, isInvited)
    return refusal ? errorOf(refusal) : undefined
  }
}

/**
 * Returns whether an account is already linked to another user of this provider. By its email, an account is
 * linked to only one user of a provider, since the provider may later give the same email to another person.
 * A signed-in person may link several users of a provider to their account.
 */
async function isOfAnotherSubject(userId: unknown, source: Source): Promise<boolean> {
  const providerId = source.oauth?.providerId
  if (providerId === undefined || (await getOAuthState())?.link) return false
  const linked = await db
    .select({ accountId: account.accountId })
    .from(account)
    .where(and(eq(account.userId, String(userId)), eq(account.providerId, providerId)))
  // The account may have links to users of an issuer that this server used earlier. Those links are ignored.
  const issuer = settings().providers.oidc?.issuer
  const ofIssuer = providerId === 'oidc' ? `${issuer}|` : ''
  return linked.some(({ accountId }) => accountId.startsWith(ofIssuer))
}

/**
 * Ends a new session, and throws the error for a wrong password, if the password with which the person signed
 * in has changed since it was compared: the person who chose the new password relies on the end of all
 * sessions. The session must exist when the current password is read, because a later change of the password
 * ends it.
 */
async function endIfPasswordChanged({ id, userId }: { id: string; userId: string }, hooks: AuthHooks) {
  const compared = rememberedHash()
  if (compared === null) return
  if ((await readPasswordHash(userId)) === compared) return
  await write(tx => tx.delete(session).where(eq(session.id, id)))
  hooks.onSessionEnd(id)
  throw APIError.from('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
}

const personOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

const errorOf = (code: SignInErrorCode) => ({ error: code, errorDescription: signInErrors[code] })
