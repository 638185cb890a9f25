import { HOUR, MINUTE, SECOND } from '#shared/time'

/** The pauses after the failed attempts: three days in total. */
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
/** The random part of a pause, so that messages that failed together are not sent together again. */
const JITTER = 0.1

/** The number of first attempts at a message that have less time if the receiver failed last. */
const SHORT_ATTEMPTS = 2

/**
 * Returns whether an attempt has less time, because its receiver failed last, and a receiver that hangs
 * should use little of a shared resource. The third attempt has the whole time again, so that a slow receiver
 * recovers.
 */
export const hasShortTime = (hasFailed: boolean, attempt: number): boolean =>
  hasFailed && attempt <= SHORT_ATTEMPTS

/**
 * Returns the pause after a failed attempt in milliseconds; null if no attempt follows. `attempt` counts from
 * 1. `retryAfter` is the pause that the receiver requested, which applies if it is longer.
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
