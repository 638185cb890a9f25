import { HOUR, MINUTE, SECOND } from '#shared/time'

/** The pauses after failed attempts. Together they last about three days. */
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
/**
 * The random part of a pause, relative to the pause. Without it, messages that failed together would be
 * retried together.
 */
const JITTER = 0.1

/** The number of first attempts that have a shorter time limit while the receiver is failing. */
const SHORT_ATTEMPTS = 2

/**
 * Returns whether an attempt has a shorter time limit. While a receiver is failing, the first attempts at
 * each message have one, because a receiver that does not respond should use little of a shared resource.
 * Later attempts have the full time limit, so that messages to a slow receiver succeed again.
 */
export const hasShortTime = (hasFailed: boolean, attempt: number): boolean =>
  hasFailed && attempt <= SHORT_ATTEMPTS

/**
 * Returns the pause after a failed attempt, in milliseconds; null if no further attempt follows. `attempt`
 * counts from 1. `retryAfter` is the pause that the receiver requested; the longer pause applies.
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
