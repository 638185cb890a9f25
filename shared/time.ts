/** Durations in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A cache of formatted dates, such as "2026-11-28T". The keys are numbers of days since 1970. */
const dates = new Map<number, string>()
const MAX_DATES = 100

/**
 * Formats a time (epoch milliseconds) as ISO 8601 in UTC, as in the contract. Throws a RangeError if Date
 * does not support the day. The formatted dates are cached, because a large review contains thousands of
 * times on only a few days.
 */
export function iso(time: number): string {
  const day = Math.floor(time / DAY)
  const ms = time - day * DAY
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor(ms / MINUTE) % 60
  const seconds = Math.floor(ms / SECOND) % 60
  return `${dateOf(day)}${two(hours)}:${two(minutes)}:${two(seconds)}.${three(Math.floor(ms % SECOND))}Z`
}

function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length)
  if (dates.size === MAX_DATES) dates.clear()
  dates.set(day, text)
  return text
}

const two = (value: number) => (value < 10 ? `0${value}` : value)
const three = (value: number) => (value < 100 ? `0${two(value)}` : value)

/** Formats a time as {@link iso} does; returns null for null. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}

/**
 * Returns the earliest of several times; null if there are none. The times must have the format of
 * {@link iso}, because it can be compared as text.
 */
export function earliest(times: readonly string[]): string | null {
  const [first = null] = times.toSorted()
  return first
}
