import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { db } from '~~/server/db'
import { account } from '~~/server/db/schema'

/**
 * Limits the number of passwords that are hashed at the same time to two; further passwords wait in order.
 * Each hash (scrypt) needs 32 MiB of memory and a thread of libuv's pool for about 50 ms. More hashes at the
 * same time would leave no threads for file reads: see `server/process/thread-pool.ts`.
 */
const queue = pLimit(2)

/**
 * The password hashing that the authentication library uses. At most two passwords are hashed at the same
 * time.
 */
export const passwords = {
  hash: (password: string) => queue(() => hashPassword(password)),
  verify: (input: { hash: string; password: string }) => {
    const signIn = signIns.getStore()
    if (signIn) signIn.hash = input.hash
    return queue(() => verifyPassword(input))
  },
}

const signIns = new AsyncLocalStorage<{ hash: string | null }>()

/** Runs a sign-in with a password. During the run, {@link rememberedHash} returns the compared hash. */
export const rememberPassword = <T>(signIn: () => Promise<T>): Promise<T> =>
  signIns.run({ hash: null }, signIn)

/** Returns the hash with which the current sign-in compared the password; null if it compared none. */
export const rememberedHash = (): string | null => signIns.getStore()?.hash ?? null

/** Returns the stored hash of a person's password; null if the person has no password. */
export async function readPasswordHash(userId: string): Promise<string | null> {
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
  return row?.hash ?? null
}
