import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import { auth } from './auth'
import { equal } from '~~/server/secrets/secrets'

let key: KeyObject | undefined

/**
 * Returns the session token from a Cookie header, or null if this server did not sign it. The cookie has the
 * format of better-auth: the token, a dot and the token's HMAC-SHA256 in base64. This is much faster than
 * `getSession`, which also looks up the session.
 */
export async function signedSessionToken(cookies: string): Promise<string | null> {
  const { authCookies, secret } = await auth().$context
  const value = parseCookies(cookies).get(authCookies.sessionToken.name) ?? ''
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  key ??= createSecretKey(Buffer.from(secret))
  const expected = createHmac('sha256', key).update(token).digest()
  return equal(expected, Buffer.from(value.slice(dot + 1), 'base64')) ? token : null
}
