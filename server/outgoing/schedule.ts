import { HOUR, MINUTE, SECOND } from '#shared/time'

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

/** The attempts at a message, counted from 1, that have less time after a failure. */
const SHORT_ATTEMPTS = 2

/**
 * Returns whether an attempt has less time: its receiver failed last, and one that hangs should take less of
 * what all share. The third attempt has the whole time again, so that a slow receiver recovers.
 */
export const hasShortTime = (hasFailed: boolean, attempt: number): boolean =>
  hasFailed && attempt <= SHORT_ATTEMPTS

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
