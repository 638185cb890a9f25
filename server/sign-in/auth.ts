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
import { authBasePath, authEndpoints } from './auth-endpoints'
import { followPasswordReset } from './confirm-email'
import { isMailedReset } from './links/reset-links'
import { passkeys } from './passkeys'
import { passwords } from './passwords'
import { oidcPlugins, socialProviderOptions } from './providers/providers'
import { mayMail } from '~~/server/limits/rate-limit'
import { recentSessionMs } from './recent-session'
import { derivedKey } from '~~/server/secrets/secrets'
import { accountKey, clearFailures } from '~~/server/limits/sign-in-delays'
import { trustedHeaderSignIn } from './trusted-header'

/** The lifetime of a session in seconds. */
export const sessionSeconds = 7 * 86_400
/**
 * The minimum time between two extensions of a session, in seconds. After an extension, the session is valid
 * for its whole lifetime again.
 */
export const extendAfterSeconds = 86_400

function createAuth(hooks: AuthHooks) {
  const { publicUrl, cliClientId, database } = settings()
  const provider = database.dialect === 'postgres' ? 'pg' : 'sqlite'
  const { sendPasswordReset } = hooks
  return betterAuth({
    appName: 'Exhibit',
    baseURL: publicUrl,
    basePath: authBasePath,
    secret: derivedKey('auth').toString('base64url'),
    database: drizzleAdapter(authDbAdapter(db, write), { provider, schema }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      revokeSessionsOnPasswordReset: true,
      password: passwords,
      resetPasswordTokenExpiresIn: limits.passwordLinkMs / SECOND,
      // Only the person of the account gets the link to reset the password. So after a reset, earlier failed
      // sign-ins no longer delay this person.
      onPasswordReset: async ({ user }) => {
        const isMailed = isMailedReset()
        const { ended, revokedTokens } = await followPasswordReset(user.id, hooks)
        ended.forEach(hooks.onSessionEnd)
        await clearFailures(accountKey(user.email))
        if (isMailed && revokedTokens > 0) void hooks.sendTokensRevoked(user, revokedTokens)
      },
      ...(sendPasswordReset && {
        sendResetPassword: async ({ user, url }) => {
          if (await mayMail('resetMailTo', user.email)) await sendPasswordReset(user, url)
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
      // The authentication library links a provider to an account by its email only if the account's own
      // email was confirmed. Otherwise someone could register another person's email with a password, and
      // wait until that person signs in.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    user: {
      validateUserInfo: validateUserInfo(hooks),
      additionalFields: { first: { type: 'boolean', required: false, input: false, returned: false } },
    },
    hooks: { before: beforeEndpoint(hooks), after: afterEndpoint(hooks) },
    session: {
      expiresIn: sessionSeconds,
      updateAge: extendAfterSeconds,
      freshAge: recentSessionMs / SECOND,
      additionalFields: {
        scripted: { type: 'boolean', required: false, input: false, returned: false },
        device: { type: 'boolean', required: false, input: false, returned: false },
      },
    },
    // The authentication library redirects only to the public URL. If a page of this server was opened at
    // another URL, its requests get the public origin: see `originHeaders` in `server/http/sign-in/auth.ts`.
    trustedOrigins: [publicUrl],
    logger: { disableColors: true, log: (level, message, ...details) => writeLog(level, message, details) },
    // Makes the authentication library throw unexpected errors, instead of printing them, so that this
    // server's error handler logs them.
    onAPIError: { throw: true, errorURL: addresses.signIn(publicUrl) },
    // The rate limits of the authentication library are not needed, because this server counts these requests
    // in its own rate limits.
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
 * Returns a middleware that checks a request before the authentication library handles it, and may change its
 * body. It throws the library's error if the request is rejected.
 */
function beforeEndpoint(hooks: AuthHooks) {
  return createAuthMiddleware(async context => {
    const { path, body, request } = context as { path: string; body: unknown; request?: Request }
    const checked = await authEndpoints[path]?.check?.({ body, isFromClient: request !== undefined }, hooks)
    if (!checked) return undefined
    return 'body' in checked ? { context: checked } : context.json(checked.response)
  })
}

/**
 * Returns a middleware that replaces the result of the authentication library, unless the result is an error.
 */
function afterEndpoint(hooks: AuthHooks) {
  return createAuthMiddleware(async context => {
    const { returned, session } = context.context
    const result = authEndpoints[context.path]?.result
    if (!result || typeof returned !== 'object' || !returned || returned instanceof Error) return undefined
    return context.json(await result(returned, session?.user.id, hooks))
  })
}

/**
 * Writes a log message of the authentication library to the server's log. If a detail is an error, the log
 * entry contains its stack.
 */
function writeLog(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, details: unknown[]): void {
  const error = [message, ...details].find(each => each instanceof Error)
  const text = message instanceof Error ? message.message : String(message)
  // Errors with these codes have only one cause: a client sent a passkey that is malformed or belongs to
  // another site.
  const isOfClient = /^Failed to verify (?:registration|authentication)$/.test(text)
  log[isOfClient ? 'warn' : level](text, { source: 'better-auth', ...(error !== undefined && { error }) })
}

export type Auth = ReturnType<typeof createAuth>

let current: Auth | undefined

/** Creates the authentication library of this process with its hooks. */
export function startAuth(hooks: AuthHooks): void {
  current = createAuth(hooks)
}

/** Returns the authentication library of this process. Throws if {@link startAuth} was not called before. */
export function auth(): Auth {
  if (!current) throw new Error('Call startAuth first.')
  return current
}
