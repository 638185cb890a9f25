import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/**
 * At most two passwords at a time. Each takes a thread of libuv's pool for about 50 ms and 32 MiB (scrypt);
 * more at once would leave file reads none, see `server/thread-pool.ts`. The rest waits in the order of
 * arrival.
 */
const queue = pLimit(2)

/** Password hashing for the authentication library, bounded. */
export const passwords = {
  hash: (password: string) => queue(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }) => queue(() => verifyPassword(given)),
}
