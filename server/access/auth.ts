import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { ulid } from 'ulid'
import { limits } from '#shared/contract/limits'
import { newId } from '#shared/ids'
import { db, write } from '~~/server/db'
import { schema } from '~~/server/db/schema'
import { singleHandle } from '~~/server/db/single-handle'
import { settings } from '~~/server/settings'
import { derivedKey } from './secrets'

const WEEK_SECONDS = 7 * 86_400

export interface AuthHooks {
  /** After a session began: the person has an account by now. */
  onSession: (user: { id: string, name: string }) => Promise<void>
}

function createAuth(hooks: AuthHooks) {
  const { publicUrl } = settings()
  return betterAuth({
    appName: 'Exhibit',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: derivedKey('auth').toString('base64url'),
    database: drizzleAdapter(singleHandle(db, write), { provider: 'sqlite', schema }),
    emailAndPassword: { enabled: true, minPasswordLength: limits.passwordMin, maxPasswordLength: limits.passwordMax },
    session: { expiresIn: WEEK_SECONDS, updateAge: 86_400 },
    trustedOrigins: request => request ? ownOrigins(request.headers) : [publicUrl],
    // Rates are kept by the same limiter as every other request.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'exhibit',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: ({ model }) => model === 'user' ? newId('user') : ulid() },
    },
    databaseHooks: {
      session: {
        create: {
          async after(session) {
            const user = await db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, session.userId) })
            if (user) await hooks.onSession(user)
          },
        },
      },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

let current: Auth | undefined

/** Sets up sign-in for this process. */
export function startAuth(hooks: AuthHooks): void {
  current = createAuth(hooks)
}

/** The authentication library, set up. */
export function auth(): Auth {
  if (!current) throw new Error('startAuth comes first')
  return current
}

/** Where requests of our own pages come from: the public address, and the very address that was called. */
export function ownOrigins(headers: Headers): string[] {
  const host = headers.get('host')
  const origins = [new URL(settings().publicUrl).origin]
  if (host) origins.push(`http://${host}`, `https://${host}`)
  return origins
}
