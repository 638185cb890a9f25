import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Rate } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'

/**
 * Requests and seconds of each allowance. Each caller has its own, and each allowance its own counter: a
 * flood of device codes leaves sign-in from the same address alone, and the other way round.
 */
const limiters = {
  write: new RateLimiterMemory({ keyPrefix: 'write', points: 60, duration: 60 }),
  credential: new RateLimiterMemory({ keyPrefix: 'credential', points: 10, duration: 60 }),
  /** New device codes. */
  deviceCode: new RateLimiterMemory({ keyPrefix: 'deviceCode', points: 10, duration: 60 }),
  /** Looking up, approving and denying a device's code: a guess at a credential. */
  deviceLookup: new RateLimiterMemory({ keyPrefix: 'deviceLookup', points: 10, duration: 60 }),
  bootstrap: new RateLimiterMemory({ keyPrefix: 'bootstrap', points: 5, duration: 3600 }),
}

export type Allowance = Rate | keyof typeof limiters

/** Takes one request from the caller's allowance. Throws `rate_limited` with the seconds to wait. */
export async function takeFromAllowance(allowance: Allowance, caller: string): Promise<void> {
  if (allowance === 'none' || !settings().rateLimits) return
  const limiter = limiters[allowance]
  try {
    await limiter.consume(caller)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw rateLimited(
      `Too many requests; ${limiter.points} are allowed in ${limiter.duration} seconds.`,
      refusal.msBeforeNext,
    )
  }
}

/** The `rate_limited` error for a wait in milliseconds; `Retry-After` has whole seconds. */
export function rateLimited(message: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('rate_limited', {
    message,
    hint: `Wait ${seconds} s, then try again.`,
    retryAfter: seconds,
  })
}
