import { DAY, MINUTE, SECOND } from '#shared/time'
import { sha256 } from './secrets'

/** How failed sign-ins of one account delay the next. */
export interface DelayRule {
  /** Failures before the first wait. */
  freeFailures: number
  /** The first wait; each further failure doubles it. */
  firstWaitMs: number
  longestWaitMs: number
  /** An account without a failure for this long starts again. */
  forgetMs: number
  /** The most accounts that are counted; beyond it, the one whose last failure is the oldest is dropped. */
  accounts: number
}

export const signInRule: DelayRule = {
  freeFailures: 5,
  firstWaitMs: 30 * SECOND,
  longestWaitMs: 15 * MINUTE,
  forgetMs: DAY,
  accounts: 100_000,
}

/**
 * Counts failed sign-ins for each account, from any client, and delays the next with growing waits. It uses
 * keys only, so that an email without an account behaves like one with an account. Counts in memory.
 */
export class SignInDelays {
  private readonly failures = new Map<string, { count: number; at: number }>()

  constructor(
    private readonly rule: DelayRule = signInRule,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /**
   * Begins an attempt. Returns 0 when it may proceed, else the milliseconds to wait. Counts the attempt as a
   * failure at once, so that concurrent attempts get no more tries than consecutive ones; {@link succeed} and
   * {@link cancel} undo that.
   */
  begin(account: string): number {
    const now = this.now()
    const before = this.failures.get(account)
    const known = before && now - before.at < this.rule.forgetMs ? before : { count: 0, at: now }
    const wait = known.at + this.waitAfter(known.count) - now
    if (wait > 0) return wait
    this.put(account, { count: known.count + 1, at: now })
    return 0
  }

  /** Clears the failures of an account, after the right password or a new one that was chosen by mail. */
  succeed(account: string): void {
    this.failures.delete(account)
  }

  /** Withdraws an attempt in which no password was compared. */
  cancel(account: string): void {
    const known = this.failures.get(account)
    if (!known) return
    if (known.count > 1) this.put(account, { ...known, count: known.count - 1 })
    else this.failures.delete(account)
  }

  private waitAfter(count: number): number {
    const { freeFailures, firstWaitMs, longestWaitMs } = this.rule
    return count < freeFailures ? 0 : Math.min(firstWaitMs * 2 ** (count - freeFailures), longestWaitMs)
  }

  /** Maps iterate in the order of insertion, so the first key has the oldest failure. */
  private put(account: string, entry: { count: number; at: number }): void {
    this.failures.delete(account)
    this.failures.set(account, entry)
    if (this.failures.size <= this.rule.accounts) return
    for (const oldest of this.failures.keys()) return void this.failures.delete(oldest)
  }
}

/** The delays of this process. */
export const signInDelays = new SignInDelays()

/** Returns the key of an account: a digest of the email as the authentication library compares it. */
export function accountKey(email: string): string {
  return sha256(email.toLowerCase())
}
