/** Spans of time in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The last day that {@link iso} was called for, with its date and "T". */
let known = { day: NaN, text: '' }

/**
 * Returns an instant (epoch milliseconds) as ISO 8601 in UTC, as the contract has it. Throws a RangeError for
 * a day that no Date has. Most instants of a response are of one day, whose date is written once: a
 * large review has thousands.
 */
export function iso(time: number): string {
  const day = Math.floor(time / DAY)
  if (day !== known.day)
    known = { day, text: new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length) }
  const ms = time - day * DAY
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor(ms / MINUTE) % 60
  const seconds = Math.floor(ms / SECOND) % 60
  return `${known.text}${two(hours)}:${two(minutes)}:${two(seconds)}.${three(Math.floor(ms % SECOND))}Z`
}

const two = (value: number) => (value < 10 ? `0${value}` : value)
const three = (value: number) => (value < 100 ? `0${two(value)}` : value)

/** Like {@link iso}, for an instant that may be null. */
export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
