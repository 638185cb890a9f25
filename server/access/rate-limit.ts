import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Rate } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'

/**
 * Requests and seconds of each rate limit, counted for each caller. The limits are independent: a flood of
 * device codes does not use up sign-ins from the same address.
 */
const limiters = {
  write: new RateLimiterMemory({ keyPrefix: 'write', points: 60, duration: 60 }),
  credential: new RateLimiterMemory({ keyPrefix: 'credential', points: 10, duration: 60 }),
  /** New device codes. */
  deviceCode: new RateLimiterMemory({ keyPrefix: 'deviceCode', points: 10, duration: 60 }),
  /** Reads, approvals and denials of a device code: each may be a guess at a credential. */
  deviceLookup: new RateLimiterMemory({ keyPrefix: 'deviceLookup', points: 10, duration: 60 }),
  bootstrap: new RateLimiterMemory({ keyPrefix: 'bootstrap', points: 5, duration: 3600 }),
}

export type RateLimit = Rate | keyof typeof limiters

/**
 * Counts one request of a caller, named by a token, a session or an address. Throws `rate_limited` with the
 * seconds to wait.
 */
export async function consumeRateLimit(limit: RateLimit, caller: string): Promise<void> {
  if (limit === 'none' || !settings().rateLimits) return
  const limiter = limiters[limit]
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

/** Returns the `rate_limited` error for a wait in milliseconds; `Retry-After` has whole seconds. */
export function rateLimited(message: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('rate_limited', {
    message,
    hint: `Wait ${seconds} s, then try again.`,
    retryAfter: seconds,
  })
}
