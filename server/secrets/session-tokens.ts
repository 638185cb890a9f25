import { eq } from 'drizzle-orm'
import { db } from '~~/server/db'
import { session } from '~~/server/db/schema'

/**
 * The paths of the authentication library whose responses contain sessions. The tokens of sessions are
 * credentials.
 */
const paths = [
  '/get-session',
  '/list-sessions',
  '/update-session',
  '/change-password',
  '/passkey/verify-authentication',
]

/**
 * Removes the session tokens from the response of a path that returns sessions, so that a script in a page
 * never reads a token. Only the cookie and the device flow contain tokens. Returns null for other paths, for
 * errors and for responses without a session.
 */
export function withoutTokens(path: string, returned: unknown): object | null {
  if (!paths.includes(path) || typeof returned !== 'object' || returned instanceof Error) return null
  return returned && withoutToken(returned)
}

function withoutToken(returned: object): object {
  if (Array.isArray(returned)) return returned.map(each => withoutToken(each as object))
  const { token: _, ...rest } = returned as { token?: unknown; session?: object }
  return rest.session ? { ...rest, session: withoutToken(rest.session) } : rest
}

/**
 * Returns the body of `/revoke-session` in the form that the library expects: with the token instead of the
 * `id` from `/list-sessions`. The library responds in the same way to a session of another person and to one
 * that does not exist.
 */
export async function withSessionToken(body: unknown): Promise<unknown> {
  const { id, ...rest } = (body ?? {}) as { id?: unknown }
  if (typeof id !== 'string') return body
  const [found] = await db.select({ token: session.token }).from(session).where(eq(session.id, id))
  return { ...rest, token: found?.token ?? '' }
}
