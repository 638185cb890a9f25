import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware } from 'better-auth/api'
import { deviceAuthorization } from 'better-auth/plugins'
import { ulid } from 'ulid'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { SECOND } from '#shared/time'
import { db, write } from '~~/server/db'
import { schema } from '~~/server/db/schema'
import { authDbAdapter } from '~~/server/db/auth-db-adapter'
import { log } from '~~/server/process/log'
import { settings } from '~~/server/settings'
import { databaseHooks, validateUserInfo } from './auth-database-hooks'
import type { AuthHooks } from './auth-hooks'
import { beforeRequest, ResetRequest } from './auth-requests'
import { confirmEmailByReset, endResetLinks } from './confirm-email'
import { shownDeviceCodes } from './device-codes'
import { passkeyOptions } from './passkey-requests'
import { passkeys } from './passkeys'
import { passwords } from './passwords'
import { oidcPlugins, socialProviderOptions } from './providers'
import { mayMail } from '~~/server/limits/rate-limit'
import { recentSessionMs } from './recent-session'
import { derivedKey } from '~~/server/secrets/secrets'
import { withoutTokens } from '~~/server/secrets/session-tokens'
import { accountKey, clearFailures } from '~~/server/limits/sign-in-delays'
import { trustedHeaderSignIn } from './trusted-header'

/** The lifetime of a session in seconds. */
export const sessionSeconds = 7 * 86_400
/** Using a session extends it to its whole lifetime again, at most this often, in seconds. */
export const extendAfterSeconds = 86_400

function createAuth(hooks: AuthHooks) {
  const { publicUrl, cliClientId, database } = settings()
  const provider = database.dialect === 'postgres' ? 'pg' : 'sqlite'
  const { sendPasswordReset } = hooks
  return betterAuth({
    appName: 'Exhibit',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: derivedKey('auth').toString('base64url'),
    database: drizzleAdapter(authDbAdapter(db, write), { provider, schema }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      revokeSessionsOnPasswordReset: true,
      password: passwords,
      // The mail proves access to the mailbox, so earlier failed sign-ins no longer delay the person.
      onPasswordReset: async ({ user }) => {
        await confirmEmailByReset(user.id)
        await clearFailures(accountKey(user.email))
      },
      ...(sendPasswordReset && {
        sendResetPassword: async ({ user, url }) => {
          if (await mayMail(user.email)) await sendPasswordReset(user, url)
          else log.warn('password reset not mailed: too many mails to its address')
        },
      }),
    },
    plugins: [
      deviceAuthorization({
        verificationUri: addresses.device(publicUrl),
        expiresIn: '30m',
        interval: '5s',
        validateClient: clientId => clientId === cliClientId,
      }),
      trustedHeaderSignIn(),
      passkeys(),
      ...oidcPlugins(),
    ],
    socialProviders: socialProviderOptions(),
    account: {
      updateAccountOnSignIn: false,
      // Only an account whose own email was confirmed is linked to a provider by its email: otherwise someone
      // could register another person's email with a password and wait for them to sign in.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    user: { validateUserInfo: validateUserInfo(hooks) },
    // Operations of this server list and unlink sign-in methods; tokens of providers are never shown.
    disabledPaths: [
      '/unlink-account',
      '/get-access-token',
      '/refresh-token',
      '/account-info',
      '/passkey/list-user-passkeys',
      '/passkey/delete-passkey',
      '/passkey/update-passkey',
    ],
    hooks: {
      before: beforeRequest(hooks),
      after: createAuthMiddleware(async context => {
        const { returned, session } = context.context
        if (context.path === '/change-password' && session && !(returned instanceof Error))
          await endResetLinks(session.user.id)
        const shown =
          withoutTokens(context.path, returned) ??
          passkeyOptions(context.path, returned) ??
          shownDeviceCodes(context.path, returned)
        if (shown) return context.json(shown)
      }),
    },
    session: {
      expiresIn: sessionSeconds,
      updateAge: extendAfterSeconds,
      freshAge: recentSessionMs / SECOND,
      additionalFields: {
        scripted: { type: 'boolean', required: false, input: false, returned: false },
      },
    },
    // Redirects lead only to the public address. Requests of the server's own pages at another address get
    // this origin: see `originHeaders` in `server/http/sign-in/auth.ts`.
    trustedOrigins: [publicUrl],
    logger: { disableColors: true, log: (level, message, ...details) => writeLog(level, message, details) },
    // Unexpected errors go to this server's handler, which logs them; the library would print them.
    onAPIError: { throw: true, errorURL: addresses.signIn(publicUrl) },
    // These requests are counted by the limiter of all other requests.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'exhibit',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: ({ model }) => (model === 'user' ? newId('user') : ulid()) },
    },
    databaseHooks: databaseHooks(hooks),
  })
}

/**
 * Mails the link to choose a new password, if the account exists. Call it after the response was sent, so
 * that its duration does not reveal whether the account exists. Never throws; logs a failure.
 */
export async function mailPasswordReset(body: unknown): Promise<void> {
  try {
    await auth().api.requestPasswordReset({ body: ResetRequest.parse(body) })
  } catch (error) {
    log.error('password reset not sent', { error })
  }
}

/** Writes a message of the library to the server's log, with the stack of an error in its details. */
function writeLog(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, details: unknown[]): void {
  const error = [message, ...details].find(each => each instanceof Error)
  const text = message instanceof Error ? message.message : String(message)
  // Errors that only a client can cause: a passkey that is malformed or belongs to another site.
  const isOfClient = /^Failed to verify (?:registration|authentication)$/.test(text)
  log[isOfClient ? 'warn' : level](text, { source: 'better-auth', ...(error !== undefined && { error }) })
}

export type Auth = ReturnType<typeof createAuth>

let current: Auth | undefined

/** Sets up sign-in for this process. */
export function startAuth(hooks: AuthHooks): void {
  current = createAuth(hooks)
}

/** Returns the authentication library of this process. Throws before {@link startAuth}. */
export function auth(): Auth {
  if (!current) throw new Error('Call startAuth first.')
  return current
}
