import { DAY, SECOND } from './time'

/** The maximum pause in milliseconds that is accepted from a `Retry-After` header. */
const MAX_RETRY_AFTER = DAY

/**
 * Returns the pause that a `Retry-After` header requests, in milliseconds. The header contains a number of
 * seconds or a date (RFC 9110, 10.2.3). Returns null if there is no valid header.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | null {
  if (header === undefined || header === null) return null
  const isDate = /^\w{3}, /.test(header)
  if (!isDate && !/^\d+$/.test(header)) return null
  const pause = isDate ? Date.parse(header) - now : Number(header) * SECOND
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), MAX_RETRY_AFTER)
}
