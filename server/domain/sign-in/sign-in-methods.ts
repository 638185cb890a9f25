import { asc, eq } from 'drizzle-orm'
import type { SignInMethod } from '#shared/contract/sign-in'
import { activeProviders, providerIds } from '~~/server/access/providers'
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
  const active = activeProviders()
  return rows.map(({ id, providerId, createdAt }) => {
    const kind = providerIds.find(each => each === providerId) ?? 'password'
    const provider = active.find(each => each.id === kind)
    return {
      id,
      kind,
      name: kind === 'password' ? 'Password' : (provider?.name ?? formerNames[kind]),
      usable: kind === 'password' ? settings().passwordSignIn : provider !== undefined,
      addedAt: createdAt.toISOString(),
    }
  })
}

/** The names of providers that are switched off. */
const formerNames = { oidc: 'OpenID Connect', google: 'Google', github: 'GitHub' }
