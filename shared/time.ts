/** Spans of time in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** An instant in epoch milliseconds as the contract writes it: ISO 8601, in UTC. */
export function iso(time: number): string {
  return new Date(time).toISOString()
}

/** The same of an instant that may not have been. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
