import { isIP } from 'node:net'
import { passkey as passkeyPlugin } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { count, eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { db, runExclusive, write } from '~~/server/db'
import { passkey } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/**
 * Returns why passkeys are disabled on this server; null if they are enabled. Browsers allow passkeys only in
 * a secure context, and not for an IP address (WebAuthn Level 3, 5.1.3). If passwords are disabled, a
 * provider or proxy decides who may sign in: passkeys are disabled too, because a passkey would still work
 * after the provider removed the person.
 */
export function passkeyRefusal(): string | null {
  const { passwordSignIn, publicUrl } = settings()
  if (!passwordSignIn) return 'Signing in with a passkey is off on this server. Sign in another way.'
  if (hasPasskeyAddress(publicUrl)) return null
  return (
    'Passkeys need a PUBLIC_URL with https and a host name, or http://localhost. Sign in another way, or ' +
    'ask the operator of this server.'
  )
}

/** Returns whether browsers allow passkeys on a page at this public URL. */
export function hasPasskeyAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

/**
 * Returns the authentication library's plugin for passkeys. Passkeys are discoverable, so that a sign-in
 * needs no email. The device always verifies the person by a PIN or biometrics, because the passkey is the
 * only factor of the sign-in.
 */
export function passkeys() {
  const { origin, hostname } = new URL(settings().publicUrl)
  return passkeyPlugin({
    rpID: hostname,
    rpName: 'Exhibit',
    origin,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification, user }) => {
        const info = verification.registrationInfo
        if (!info?.userVerified) throw notVerified()
        await assertMayAdd(user.id, info.credential.id)
      },
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) => {
        if (!authenticationInfo.userVerified) throw notVerified()
        await recordUse(authenticationInfo.credentialID)
      },
    },
  })
}

/**
 * Runs the functions that add passkeys or reset passwords one at a time. The plugin checks and stores a
 * passkey in separate steps, and a password reset between these steps would not remove the passkey.
 */
export const runPasskeyChange = <T>(handle: () => Promise<T>): Promise<T> => runExclusive('passkey', handle)

/**
 * Throws if a person already has the maximum number of passkeys, or if the passkey already belongs to an
 * account.
 */
async function assertMayAdd(userId: string, credentialId: string): Promise<void> {
  const [own] = await db.select({ count: count() }).from(passkey).where(eq(passkey.userId, userId))
  if ((own?.count ?? 0) >= limits.passkeysMax)
    throw new APIError('CONFLICT', {
      code: 'CONFLICT',
      message: `You have ${limits.passkeysMax} passkeys, which is the maximum. Remove one first.`,
    })
  const found = await db
    .select({ id: passkey.id })
    .from(passkey)
    .where(eq(passkey.credentialID, credentialId))
  if (found.length > 0)
    throw new APIError('CONFLICT', {
      code: 'CONFLICT',
      message: 'This passkey was already added. Sign in with it, or add another one.',
    })
}

async function recordUse(credentialId: string): Promise<void> {
  const now = { lastUsedAt: new Date() }
  await write(tx => tx.update(passkey).set(now).where(eq(passkey.credentialID, credentialId)))
}

const notVerified = () =>
  new APIError('FORBIDDEN', {
    code: 'FORBIDDEN',
    message: 'Your passkey did not verify you. Set a PIN, a fingerprint or a face for it, then try again.',
  })
