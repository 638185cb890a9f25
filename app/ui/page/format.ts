import { limits } from '#shared/contract/kit/limits'
import { format as text } from '~/text/common'
import { formatCount } from '~/text/language/count'
import { localFormats } from '~/text/language/local-formats'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Returns the time since an instant in words, and a function that inserts these words into a sentence. */
function elapsed(then: string, now: number): { time: string; inSentence: (time: string) => string } {
  const seconds = Math.round((now - new Date(then).getTime()) / 1000)
  const asIs = (time: string) => time
  const { justNow, minutes, hours, yesterday, days, ago, on } = text.time
  if (seconds < MINUTE) return { time: justNow, inSentence: asIs }
  if (seconds < HOUR) return { time: minutes(Math.floor(seconds / MINUTE)), inSentence: ago }
  if (seconds < DAY) return { time: hours(Math.floor(seconds / HOUR)), inSentence: ago }
  if (seconds < 2 * DAY) return { time: yesterday, inSentence: asIs }
  if (seconds < 30 * DAY) return { time: days(Math.floor(seconds / DAY)), inSentence: ago }
  return { time: formatDate(then), inSentence: on }
}

/** Formats the time since an instant: "12 min", "3 h", "yesterday", "4 d", then the date. */
export const relativeTime = (then: string, now: number): string => elapsed(then, now).time

/** Formats the time since an instant for use in a sentence: "12 min ago", "yesterday", "on 2026-09-22". */
export function relativeTimePhrase(then: string, now: number): string {
  const { time, inSentence } = elapsed(then, now)
  return inSentence(time)
}

/** Formats the date of an instant: in the browser's local format, or as "2026-11-21" until hydration. */
export const formatDate = (iso: string): string => localFormats()?.date(new Date(iso)) ?? iso.slice(0, 10)

/** Formats an instant: in the browser's local format, or as "2026-11-21 06:05 UTC" until hydration. */
export const absoluteTime = (iso: string): string =>
  localFormats()?.instant(new Date(iso)) ?? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/**
 * Formats the time of day of an instant: in the browser's local format, or as "06:05 UTC" until hydration.
 */
export const timeOfDay = (iso: string): string =>
  localFormats()?.timeOfDay(new Date(iso)) ?? `${iso.slice(11, 16)} UTC`

/**
 * Isolates a text that a person wrote from the direction of the text around it (Unicode Standard Annex #9).
 * It is used where a `<bdi>` element is not possible.
 */
export const isolate = (written: string) => `\u2068${written}\u2069`

/** Returns the author and the time of a verdict in words. */
export function verdictAttribution({
  decidedBy,
  decidedAt,
}: {
  decidedBy: string | null
  decidedAt: string | null
}): string {
  return decidedBy && decidedAt ? text.setBy(isolate(decidedBy), absoluteTime(decidedAt)) : text.noVerdict
}

/**
 * Formats a count in up to 4 characters, rounded down: "7", "999", "1.2k", "34k". It uses the local decimal
 * separator.
 */
export function compactCount(count: number): string {
  if (count < 1000) return String(count)
  const thousands = Math.floor(count / 100) / 10
  const shown = thousands < 10 ? thousands : Math.floor(thousands)
  return `${formatCount(shown)}k`
}

/** Returns the first word of a person's name, and the rest of the name, which may be empty. */
export function splitName(name: string): { first: string; rest: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first, rest: rest.join(' ') }
}

/** Shortens a text to its first 80 characters. */
export const excerpt = (full: string) => (full.length > 80 ? `${full.slice(0, 80)}…` : full)

/**
 * Formats a number with one decimal and the local decimal separator. Until hydration, the format is "1.5".
 */
export const formatDecimal = (value: number): string => localFormats()?.decimal(value) ?? value.toFixed(1)

/** Formats a number of bytes with its unit and at most one decimal: "0 bytes", "1.5 KiB", "12 MiB". */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(text.byteUnits.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** exponent
  const shown = value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value)
  return `${formatCount(shown)} ${text.byteUnits[exponent]}`
}

/** Returns the error for a comment that is longer than `max` characters; an empty text if it is not. */
export function commentLengthError(comment: string, max: number = limits.commentBody): string {
  const over = comment.length - max
  return over > 0 ? text.tooLong(formatCount(over), formatCount(max)) : ''
}
