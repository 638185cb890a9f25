import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/**
 * Hashes at most two passwords at a time; further passwords wait in order. Each hash (scrypt) needs 32 MiB of
 * memory and a thread of libuv's pool for about 50 ms. With more hashes at a time, no threads would be left
 * for file reads: see `server/process/thread-pool.ts`.
 */
const queue = pLimit(2)

/** Password hashing for the authentication library, with bounded concurrency. */
export const passwords = {
  hash: (password: string) => queue(() => hashPassword(password)),
  verify: (input: { hash: string; password: string }) => queue(() => verifyPassword(input)),
}
