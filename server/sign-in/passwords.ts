import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

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
  verify: (input: { hash: string; password: string }) => queue(() => verifyPassword(input)),
}
