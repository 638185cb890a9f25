import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Rate } from '#shared/contract/operation'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'

/** Requests and seconds of each allowance; each caller has its own. */
const limiters = {
  write: new RateLimiterMemory({ keyPrefix: 'write', points: 60, duration: 60 }),
  credential: new RateLimiterMemory({ keyPrefix: 'credential', points: 10, duration: 60 }),
  bootstrap: new RateLimiterMemory({ keyPrefix: 'bootstrap', points: 5, duration: 3600 }),
}

/** Takes one request from the caller's allowance. Throws `rate_limited` with the seconds to wait. */
export async function takeFromAllowance(rate: Rate, caller: string): Promise<void> {
  if (rate === 'none' || !settings().rateLimits) return
  try {
    await limiters[rate].consume(caller)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new AppError('rate_limited', {
      message: `Too many requests; ${limiters[rate].points} are allowed in ${limiters[rate].duration} seconds.`,
      hint: `Wait ${seconds} s, then try again.`,
      retryAfter: seconds,
    })
  }
}
