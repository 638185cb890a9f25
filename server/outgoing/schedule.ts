import { DAY, HOUR, MINUTE, SECOND } from '#shared/time'

/** The pauses after the first attempts that fail: three days in all. */
const pauses = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** So that messages which failed together are not sent together again. */
const JITTER = 0.1
/** A receiver cannot postpone a message for longer. */
const MAX_RETRY_AFTER = DAY

/**
 * Returns how long to wait after an attempt that failed, in milliseconds; null when none follows. `attempt`
 * counts from 1. `retryAfter`: the pause that the receiver asked for, which is obeyed when it is longer.
 */
export function pauseAfter(
  attempt: number,
  retryAfter: number | null,
  random = Math.random(),
): number | null {
  const pause = pauses[attempt - 1]
  if (pause === undefined) return null
  return Math.round(Math.max(pause, retryAfter ?? 0) * (1 + JITTER * random))
}

/**
 * Returns the pause of a `Retry-After` header in milliseconds, a number of seconds or a date (RFC 9110,
 * 10.2.3); null without a valid one.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const isDate = /^\w{3}, /.test(header)
  if (!isDate && !/^\d+$/.test(header)) return null
  const pause = isDate ? Date.parse(header) - now : Number(header) * SECOND
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), MAX_RETRY_AFTER)
}
