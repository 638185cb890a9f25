import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { deviceAuthorization } from 'better-auth/plugins'
import { ulid } from 'ulid'
import { z } from 'zod'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { db, runExclusive, write } from '~~/server/db'
import { schema, user } from '~~/server/db/schema'
import { authDbAdapter } from '~~/server/db/auth-db-adapter'
import { log } from '~~/server/log'
import { settings } from '~~/server/settings'
import { passwords } from './passwords'
import { assertPerson } from './person-fields'
import { derivedKey } from './secrets'
import { withoutTokens, withSessionToken } from './session-tokens'
import { accountKey, signInDelays } from './sign-in-delays'

const WEEK_SECONDS = 7 * 86_400

export interface AuthHooks {
  /** Called after a session was created; the person has an account by then. */
  onSession: (user: { id: string; name: string }) => Promise<void>
  /** Called after a session was deleted: by signing out, by revoking it, or by a new password. */
  onSessionEnd: (sessionId: string) => void
  /** Returns whether a token is of a valid invitation. Called for sign-ups where sign-up is closed. */
  isInvited: (token: string) => Promise<boolean>
  /** Sends the address at which a forgotten password is replaced; null without a mail server. */
  sendPasswordReset: ((to: { name: string; email: string }, url: string) => Promise<void>) | null
}

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
      // The mail proves the person's identity, so earlier failed sign-ins no longer delay them.
      onPasswordReset: async ({ user }) => signInDelays.succeed(accountKey(user.email)),
      ...(sendPasswordReset && { sendResetPassword: ({ user, url }) => sendPasswordReset(user, url) }),
    },
    plugins: [
      deviceAuthorization({
        verificationUri: addresses.device(publicUrl),
        expiresIn: '30m',
        interval: '5s',
        validateClient: clientId => clientId === cliClientId,
      }),
    ],
    hooks: {
      before: createAuthMiddleware(async context => {
        const { path, body } = context as { path: string; body: unknown }
        if (path === '/sign-up/email' || path === '/update-user') assertPerson(body)
        if (path === '/sign-up/email' && !(await maySignUp(hooks, body)))
          throw new APIError('FORBIDDEN', {
            message: 'Sign-up on this server is by invitation.',
            code: 'FORBIDDEN',
          })
        // A new password ends the other sessions, also when the request says otherwise.
        if (path === '/change-password')
          return { context: { body: { ...(body as object), revokeOtherSessions: true } } }
        if (path === '/revoke-session') return { context: { body: await withSessionToken(body) } }
        if (
          path === '/request-password-reset' &&
          context.request &&
          sendPasswordReset &&
          ResetRequest.safeParse(body).success
        )
          return context.json(resetRequested)
      }),
      after: createAuthMiddleware(async context => {
        const shown = withoutTokens(context.path, context.context.returned)
        if (shown) return context.json(shown)
      }),
    },
    session: { expiresIn: WEEK_SECONDS, updateAge: 86_400 },
    // Redirects lead to the public address only. Requests of our own pages at another address get this
    // origin: see `originHeaders` in `server/http/auth.ts`.
    trustedOrigins: [publicUrl],
    logger: { disableColors: true, log: (level, message, ...details) => writeLog(level, message, details) },
    // Unexpected errors reach our own handler, which logs them; the library would print them.
    onAPIError: { throw: true },
    // These requests are counted by the same limiter as all others.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'exhibit',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: ({ model }) => (model === 'user' ? newId('user') : ulid()) },
    },
    databaseHooks: {
      session: {
        create: {
          async after(session) {
            const person = await db.query.user.findFirst({
              where: (row, { eq }) => eq(row.id, session.userId),
            })
            if (person) await hooks.onSession(person)
          },
        },
        delete: {
          async after(session) {
            hooks.onSessionEnd(session.id)
          },
        },
      },
    },
  })
}

/** A request for which the library would send a mail. */
const ResetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() })

/** The response to every such request, whether the account exists or not. */
const resetRequested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

/**
 * Mails the address at which a new password is chosen, if the account exists. Call it after the response was
 * sent, so that its duration does not reveal whether it does. Never throws; logs a failure.
 */
export async function mailPasswordReset(body: unknown): Promise<void> {
  try {
    await auth().api.requestPasswordReset({ body: ResetRequest.parse(body) })
  } catch (error) {
    log.error('password reset not sent', { error })
  }
}

/** Writes a message of the library to the server's log, with the stack of an error among its details. */
function writeLog(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, details: unknown[]): void {
  const error = [message, ...details].find(each => each instanceof Error)
  const text = message instanceof Error ? message.message : String(message)
  log[level](text, { source: 'better-auth', ...(error !== undefined && { error }) })
}

/** Returns whether sign-up is open, this is the first account, or the form has a valid invitation. */
async function maySignUp(hooks: AuthHooks, body: unknown): Promise<boolean> {
  if (settings().signUps === 'open') return true
  const [existing] = await db.select({ id: user.id }).from(user).limit(1)
  if (!existing) return true
  const { invitation } = (body ?? {}) as { invitation?: unknown }
  return typeof invitation === 'string' && hooks.isInvited(invitation)
}

/** Runs sign-ups one at a time: of two at once, only one may count as the first account. */
export const runSignUp = <T>(handle: () => Promise<T>): Promise<T> => runExclusive('sign-up', handle)

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
