import { DAY, SECOND } from './time'

/** The longest pause that a receiver can request. */
const MAX_RETRY_AFTER = DAY

/**
 * Returns the pause in a `Retry-After` header in milliseconds, given as a number of seconds or a date (RFC
 * 9110, 10.2.3); null without a valid one.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | null {
  if (header === undefined || header === null) return null
  const isDate = /^\w{3}, /.test(header)
  if (!isDate && !/^\d+$/.test(header)) return null
  const pause = isDate ? Date.parse(header) - now : Number(header) * SECOND
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), MAX_RETRY_AFTER)
}
