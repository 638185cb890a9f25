import { asc, eq } from 'drizzle-orm'
import type { SignInMethod } from '#shared/contract/sign-in'
import { signInProviderIds } from '#shared/sign-in-providers'
import { passkeyRefusal } from '~~/server/sign-in/passkeys'
import { providerName } from '~~/server/sign-in/providers/providers'
import type { Db } from '~~/server/db'
import { account, passkey } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/**
 * Returns the sign-in methods of a person: first passwords and providers, then passkeys, each oldest first.
 */
export async function loadSignInMethods(executor: Db, userId: string): Promise<SignInMethod[]> {
  const rows = await executor
    .select({ id: account.id, providerId: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, userId))
    .orderBy(asc(account.createdAt), asc(account.id))
  const passkeys = await executor
    .select({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt,
    })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))
  const { providers, passwordSignIn } = settings()
  const accounts: SignInMethod[] = rows.map(({ id, providerId, createdAt }) => {
    const kind = signInProviderIds.find(each => each === providerId) ?? 'password'
    return {
      id,
      kind,
      name: kind === 'password' ? 'Password' : providerName(kind),
      usable: kind === 'password' ? passwordSignIn : providers[kind] !== null,
      addedAt: createdAt.toISOString(),
      lastUsedAt: null,
    }
  })
  const usable = passkeyRefusal() === null
  return accounts.concat(
    passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      kind: 'passkey',
      name,
      usable,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  )
}
