import { getOAuthState } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import { signInErrors, type SignInErrorCode } from '#shared/sign-in-errors'
import { db } from '~~/server/db'
import { account, user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import type { AuthHooks } from './auth-hooks'
import { confirmEmail } from './confirm-email'
import { personFrom } from './person-fields'
import { isScript } from './scripted-session'
import { signInRefusal } from './sign-in-refusal'
import { signUpRefusal } from './sign-up-rules'
import { isSuspended } from '~~/server/access/suspension'
import { isNamedByProxy } from './trusted-header'

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>
type Source = Parameters<ValidateUserInfo>[0]['source']
type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/**
 * Removes the tokens of providers: they give access to data that this server never reads, so they are not
 * stored.
 */
const withoutProviderTokens = async () => ({
  data: { accessToken: null, refreshToken: null, idToken: null },
})

/** Returns the hooks of the library's writes. */
export function databaseHooks(hooks: AuthHooks): DatabaseHooks {
  return {
    user: { create: { before: async person => ({ data: personFrom(person) }) } },
    account: {
      create: {
        before: withoutProviderTokens,
        // The library links a provider only to an account with the same email, which the provider confirms.
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
          // Programs use a device's session as a bearer token; the proxy does not name them.
          const isDevice = !context || context.path === '/device/token'
          if (!isDevice && person && !isNamedByProxy(person.email, context.headers))
            throw signInRefusal('not_named_by_proxy')
          // A person approves a device in a browser, and its session resolves and decides nothing.
          return { data: { scripted: !isDevice && isScript(userAgent) } }
        },
        after: async ({ userId }) => {
          const person = await personOf(userId)
          if (person) await hooks.onSession(person)
        },
      },
      delete: {
        after: async session => hooks.onSessionEnd(session.id),
      },
    },
  }
}

/**
 * Returns the check of new accounts, for `SIGN_UPS` and an email that the provider has confirmed, and of
 * sign-ins that are linked to accounts by their email.
 */
export function validateUserInfo({ isInvited }: AuthHooks): ValidateUserInfo {
  return async ({ user: person, source }, context) => {
    if (source.action === 'link-account')
      return (await isOfAnotherSubject(person.id, source)) ? errorOf('another_subject') : undefined
    if (source.action !== 'create-user') return
    const email = person.email ?? ''
    if (!isNamedByProxy(email, context.headers)) return errorOf('not_named_by_proxy')
    // Sign-up with a password is checked before the password is hashed.
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
 * Returns whether an account is already linked to another subject of this provider. A link by email is made
 * at most once, since a provider may give an email to another person later. A signed-in person may link
 * several subjects.
 */
async function isOfAnotherSubject(userId: unknown, source: Source): Promise<boolean> {
  const providerId = source.oauth?.providerId
  if (providerId === undefined || (await getOAuthState())?.link) return false
  const linked = await db
    .select({ accountId: account.accountId })
    .from(account)
    .where(and(eq(account.userId, String(userId)), eq(account.providerId, providerId)))
  // Ids of another issuer, which this server used before, say nothing about the subjects of this one.
  const issuer = settings().providers.oidc?.issuer
  const ofIssuer = providerId === 'oidc' ? `${issuer}|` : ''
  return linked.some(({ accountId }) => accountId.startsWith(ofIssuer))
}

const personOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

const errorOf = (code: SignInErrorCode) => ({ error: code, errorDescription: signInErrors[code] })
