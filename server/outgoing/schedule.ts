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
 * The largest random addition to a pause, as a fraction of the pause. Without it, messages that failed at the
 * same time would be retried at the same time.
 */
const JITTER = 0.1

/**
 * The number of attempts, counted from the first, that have a shorter time limit while the receiver is
 * failing.
 */
const SHORT_ATTEMPTS = 2

/**
 * Returns whether an attempt has a shorter time limit. While a receiver is failing, the first attempts to
 * send each message have one, because a receiver that does not respond should occupy the shared connections
 * only briefly. Later attempts have the full time limit, so that messages to a slow receiver still succeed.
 */
export const hasShortTime = (hasFailed: boolean, attempt: number): boolean =>
  hasFailed && attempt <= SHORT_ATTEMPTS

/**
 * Returns the pause after a failed attempt, in milliseconds; null if there is no further attempt. `attempt`
 * is 1 for the first attempt. `retryAfter` is the pause that the receiver requested; it applies if it is
 * longer.
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
