import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Rate } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { database } from '~~/server/db'
import { metrics } from '~~/server/metrics'
import { settings } from '~~/server/settings'
import { UnavailableError } from '~~/server/errors/unavailable'
import { openRedis } from './redis'

/**
 * The rate limits. A caller may send `points` requests in `duration` seconds. Each limit has its own count:
 * many requests for device codes do not use up the sign-ins from the same IP address.
 */
const rules = {
  write: { points: 60, duration: 60 },
  /**
   * Writes by all agents of a workspace together. This limit prevents a workspace from writing more by using
   * more tokens.
   */
  writeOfWorkspace: { points: 600, duration: 60 },
  credential: { points: 10, duration: 60 },
  /** Wrong values of `ADMIN_TOKEN` from one IP address. */
  wrongAdminToken: { points: 20, duration: 60 },
  /** New device codes. */
  deviceCode: { points: 10, duration: 60 },
  /** Requests that read, approve or deny a device code. Each of them may be an attempt to guess a code. */
  deviceLookup: { points: 10, duration: 60 },
  bootstrap: { points: 5, duration: 3600 },
  /**
   * Attempts to enter the password of a share link. The first limit counts all attempts from one IP address,
   * the second counts wrong passwords for one link from one IP address, the third counts wrong passwords for
   * one link from all IP addresses.
   */
  sharePassword: { points: 10, duration: 60 },
  wrongSharePassword: { points: 20, duration: 3600 },
  wrongPasswordOfLink: { points: 200, duration: 3600 },
  /**
   * Mails to one recipient. The first limit counts mails that other people cause, such as invitations and
   * requests for access, the second counts links to choose a new password, the third counts links to
   * confirm a new email, and the last counts reports that an email was changed. They are separate, so that a
   * person cannot use up the mails that another person needs.
   */
  mailTo: { points: 5, duration: 3600 },
  resetMailTo: { points: 5, duration: 3600 },
  emailChangeMailTo: { points: 5, duration: 3600 },
  emailChangedMailTo: { points: 5, duration: 3600 },
  /** Mails of one workspace, and mails of one person in all workspaces, to any recipient. */
  mailFrom: { points: 100, duration: 3600 },
  /**
   * Comments of guests. The first limit counts comments from one IP address, the second counts comments
   * through one share link.
   */
  guestComment: { points: 20, duration: 60 },
  commentOfLink: { points: 60, duration: 60 },
  /**
   * Events of forges from one IP address. The limit is high enough for a forge that sends the events of many
   * projects from one address.
   */
  forgeEvent: { points: 300, duration: 60 },
  /**
   * Exports of a whole review as one file. The limit counts the exports of one session. For visitors of share
   * links, it counts the exports of all visitors with the same IP address.
   */
  export: { points: 10, duration: 60 },
}

/** The limits of mails to one recipient. */
type MailLimit = 'mailTo' | 'resetMailTo' | 'emailChangeMailTo' | 'emailChangedMailTo'
export type RateLimit = Rate | keyof typeof rules
type Limiters = Record<keyof typeof rules, RateLimiterAbstract>

let redis: Redis | null = null
let limiters = limitersOf(options => new RateLimiterMemory(options))

function limitersOf(create: (options: IRateLimiterOptions) => RateLimiterAbstract): Limiters {
  const entries = Object.entries(rules).map(([keyPrefix, rule]) => [
    keyPrefix,
    create({ keyPrefix, ...rule }),
  ])
  return Object.fromEntries(entries) as Limiters
}

/**
 * Chooses where the counts of the rate limits are stored. Uses Redis if `REDIS_URL` is set, otherwise
 * PostgreSQL, so that all nodes share the counts; with SQLite the counts are in memory. Throws a
 * SettingsError if Redis does not respond. If Redis fails later, each node counts in its own memory until
 * Redis responds again.
 */
export async function startRateLimits(): Promise<void> {
  const { redisUrl, rateLimits } = settings()
  const { createRateLimiter } = database()
  if (!rateLimits) return
  if (redisUrl !== null) {
    const storeClient = await openRedis(redisUrl)
    redis = storeClient
    limiters = limitersOf(
      options =>
        new RateLimiterRedis({
          ...options,
          storeClient,
          rejectIfRedisNotReady: true,
          insuranceLimiter: new RateLimiterMemory(options),
        }),
    )
  } else if (createRateLimiter) limiters = limitersOf(createRateLimiter)
}

/** Throws if the server uses Redis but is not connected to it at the moment. */
export async function assertRedisConnected(): Promise<void> {
  if (redis && redis.status !== 'ready') throw new Error(`the connection is ${redis.status}`)
}

/**
 * Counts one request of a caller. `caller` identifies a token, a session or an IP address. Throws
 * `rate_limited`, with the number of seconds to wait, if the limit is reached.
 */
export async function consumeRateLimit(limit: RateLimit, caller: string): Promise<void> {
  if (limit === 'none' || !settings().rateLimits) return
  const limiter = limiters[limit]
  try {
    await limiter.consume(caller)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw unavailable(refusal)
    metrics.rateLimited(limit)
    throw rateLimited(
      `Too many requests; ${limiter.points} are allowed in ${limiter.duration} seconds.`,
      refusal.msBeforeNext,
    )
  }
}

/**
 * Counts a mail for its recipient and for its senders, which are the ids of a person and of a workspace. The
 * limits prevent people from using the server to send spam. Throws `rate_limited` if a limit is reached.
 */
export async function consumeMail(limit: MailLimit, to: string, ...senders: string[]): Promise<void> {
  await consumeRateLimit(limit, to.toLowerCase())
  for (const sender of senders) await consumeRateLimit('mailFrom', sender)
}

/** Counts a mail as {@link consumeMail} does. Returns whether it may be sent: false if a limit is reached. */
export const mayMail = (limit: MailLimit, to: string, ...senders: string[]): Promise<boolean> =>
  isWithinLimit(() => consumeMail(limit, to, ...senders))

/** Counts a mail for one of its senders. Returns whether it may be sent: false if the limit is reached. */
export const mayMailFrom = (sender: string): Promise<boolean> =>
  isWithinLimit(() => consumeRateLimit('mailFrom', sender))

async function isWithinLimit(consume: () => Promise<void>): Promise<boolean> {
  try {
    await consume()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * Undoes one count of {@link consumeRateLimit}. Some limits count only failures: for these limits, call it
 * after a success.
 */
export async function restoreRateLimit(limit: keyof typeof rules, caller: string): Promise<void> {
  if (!settings().rateLimits) return
  await limiters[limit].reward(caller).catch((cause: unknown) => {
    throw unavailable(cause)
  })
}

const unavailable = (cause: unknown) => new UnavailableError('database', cause)

/**
 * Returns the `rate_limited` error with a time to wait. `waitMs` is rounded up, since `Retry-After` has whole
 * seconds.
 */
export function rateLimited(message: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('rate_limited', {
    message,
    hint: `Wait ${seconds} s, then try again.`,
    retryAfter: seconds,
  })
}
