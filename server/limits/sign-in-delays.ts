import { desc, eq, lte } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { lock, lockNothing, writeUnguarded, type Db } from '~~/server/db'
import { signInFailure } from '~~/server/db/schema'
import { metrics } from '~~/server/metrics'
import { sha256 } from '~~/server/secrets/secrets'
import { settings } from '~~/server/settings'
import { rateLimited } from './rate-limit'

/** The rule for delays after failed sign-ins to one account. */
export const signInRule = {
  /** The number of consecutive failed sign-ins after which the first wait begins. */
  freeFailures: 5,
  /** The length of the first wait in milliseconds. Each further failure doubles the wait. */
  firstWaitMs: 30 * SECOND,
  longestWaitMs: 15 * MINUTE,
  /** The time in milliseconds without a failure after which the count of an account restarts at zero. */
  forgetMs: DAY,
  /**
   * The maximum number of accounts with a stored count. If there are more, the sweep deletes the counts with
   * the oldest last failure.
   */
  accounts: 100_000,
}

/*
 * This module counts the failed sign-ins to each account, from all clients together, and makes further
 * attempts wait longer after each failure. It stores a digest of the email, not the account, so that an email
 * without an account behaves like an email with an account. The counts are in the database, so they apply to
 * all nodes and after a restart.
 */

/**
 * Runs a sign-in with an email. Throws `rate_limited` if the account must wait because of earlier failures.
 * An email without an account is treated like an email with an account.
 */
export async function withSignInDelay(email: unknown, signIn: () => Promise<Response>): Promise<Response> {
  if (typeof email !== 'string' || !settings().rateLimits) return counted(signIn)
  const account = accountKey(email)
  const wait = await beginAttempt(account)
  if (wait > 0) {
    metrics.rateLimited('signInDelay')
    throw rateLimited('Too many failed sign-ins with this email.', wait)
  }
  let status = 0
  try {
    const response = await counted(signIn)
    status = response.status
    return response
  } finally {
    if (status === 200) await clearFailures(account)
    else if (status !== 401) await withdrawAttempt(account)
  }
}

/** Runs a sign-in. Counts a wrong password in the metrics. */
async function counted(signIn: () => Promise<Response>): Promise<Response> {
  const response = await signIn()
  if (response.status === 401) metrics.signInFailed()
  return response
}

/**
 * Begins a sign-in attempt. Returns 0 if the attempt may proceed, or else the milliseconds to wait. Counts
 * the attempt as a failure before the password is checked: otherwise, concurrent attempts could try more
 * passwords than consecutive attempts. {@link clearFailures} and {@link withdrawAttempt} undo this count.
 */
export function beginAttempt(account: string): Promise<number> {
  const now = Date.now()
  return writeUnguarded(async tx => {
    await lockAccount(account)
    const found = await find(tx, account)
    const known = found && now - found.lastAt < signInRule.forgetMs ? found : { count: 0, lastAt: now }
    const wait = known.lastAt + waitAfter(known.count) - now
    if (wait > 0) return wait
    const counted = { count: known.count + 1, lastAt: now }
    await tx
      .insert(signInFailure)
      .values({ account, ...counted })
      .onConflictDoUpdate({ target: signInFailure.account, set: counted })
    return 0
  })
}

/**
 * Clears the failures of an account. Called after a correct password, and after the person chose a new
 * password through a mailed link.
 */
export async function clearFailures(account: string): Promise<void> {
  await writeUnguarded(async tx => {
    lockNothing()
    await tx.delete(signInFailure).where(eq(signInFailure.account, account))
  })
}

/** Undoes the count of an attempt, if no password was compared in this attempt. */
export async function withdrawAttempt(account: string): Promise<void> {
  await writeUnguarded(async tx => {
    await lockAccount(account)
    const found = await find(tx, account)
    const isThis = eq(signInFailure.account, account)
    if (found && found.count > 1)
      await tx
        .update(signInFailure)
        .set({ count: found.count - 1 })
        .where(isThis)
    else await tx.delete(signInFailure).where(isThis)
  })
}

/** Locks the count of failed sign-ins of an account, until the current transaction ends. */
const lockAccount = (account: string) => lock(`sign-in failures ${account}`)

/**
 * Deletes the counts of accounts whose last failure is older than `signInRule.forgetMs`. If more than `most`
 * counts remain, also deletes the counts with the oldest last failure.
 */
export async function deleteOldFailures(tx: Db, now: number, most = signInRule.accounts): Promise<void> {
  await tx.delete(signInFailure).where(lte(signInFailure.lastAt, now - signInRule.forgetMs))
  const [oldest] = await tx
    .select({ lastAt: signInFailure.lastAt })
    .from(signInFailure)
    .orderBy(desc(signInFailure.lastAt))
    .limit(1)
    .offset(most)
  if (oldest) await tx.delete(signInFailure).where(lte(signInFailure.lastAt, oldest.lastAt))
}

/**
 * Returns the key of an account: a hash of the email in lower case, as the authentication library compares
 * emails.
 */
export function accountKey(email: string): string {
  return sha256(email.toLowerCase())
}

async function find(executor: Db, account: string) {
  return (await executor.select().from(signInFailure).where(eq(signInFailure.account, account)))[0]
}

function waitAfter(count: number): number {
  const { freeFailures, firstWaitMs, longestWaitMs } = signInRule
  return count < freeFailures ? 0 : Math.min(firstWaitMs * 2 ** (count - freeFailures), longestWaitMs)
}
