/** Spans of time in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Returns an instant (epoch milliseconds) as ISO 8601 in UTC, as the contract has it. */
export function iso(time: number): string {
  return new Date(time).toISOString()
}

/** Like {@link iso}, for an instant that may be null. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
