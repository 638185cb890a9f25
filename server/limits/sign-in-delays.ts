import { desc, eq, lte } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { writeUnguarded, type Db } from '~~/server/db'
import { signInFailure } from '~~/server/db/schema'
import { sha256 } from '~~/server/secrets/secrets'

/** The rule by which failed sign-ins of one account delay the next. */
export const signInRule = {
  /** The number of failures before the first wait. */
  freeFailures: 5,
  /** The first wait. Each further failure doubles it. */
  firstWaitMs: 30 * SECOND,
  longestWaitMs: 15 * MINUTE,
  /** The count of an account restarts after this time without a failure. */
  forgetMs: DAY,
  /**
   * The largest number of accounts that are counted. The sweep deletes those with the oldest last failure.
   */
  accounts: 100_000,
}

/*
 * Counts failed sign-ins for each account, from any client, and delays the next with growing waits. It stores
 * keys instead of accounts, so that an email without an account behaves like one with an account. The counts
 * are in the database, for all nodes and across restarts.
 */

/**
 * Begins an attempt. Returns 0 if it may proceed, or else the milliseconds to wait. Counts the attempt as a
 * failure at once, so that concurrent attempts get no more tries than consecutive ones; {@link clearFailures}
 * and {@link withdrawAttempt} undo that.
 */
export function beginAttempt(account: string): Promise<number> {
  const now = Date.now()
  return writeUnguarded(async tx => {
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

/** Clears the failures of an account after the right password, or a new one that was chosen by mail. */
export async function clearFailures(account: string): Promise<void> {
  await writeUnguarded(tx => tx.delete(signInFailure).where(eq(signInFailure.account, account)))
}

/** Withdraws an attempt in which no password was compared. */
export async function withdrawAttempt(account: string): Promise<void> {
  await writeUnguarded(async tx => {
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

/** Deletes failures that no longer delay anyone, and the oldest ones beyond the maximum number. */
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

/** Returns the key of an account: a digest of the email as the authentication library compares it. */
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
