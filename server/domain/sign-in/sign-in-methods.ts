import { asc, eq } from 'drizzle-orm'
import type { SignInMethod } from '#shared/contract/sign-in'
import { providerIds, providerName } from '~~/server/access/providers'
import type { Db } from '~~/server/db'
import { account } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** Returns how a person signs in, the oldest first. */
export async function loadSignInMethods(executor: Db, userId: string): Promise<SignInMethod[]> {
  const rows = await executor
    .select({ id: account.id, providerId: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, userId))
    .orderBy(asc(account.createdAt), asc(account.id))
  const { providers, passwordSignIn } = settings()
  return rows.map(({ id, providerId, createdAt }) => {
    const kind = providerIds.find(each => each === providerId) ?? 'password'
    return {
      id,
      kind,
      name: kind === 'password' ? 'Password' : providerName(kind),
      usable: kind === 'password' ? passwordSignIn : providers[kind] !== null,
      addedAt: createdAt.toISOString(),
    }
  })
}
