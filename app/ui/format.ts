import { limits } from '#shared/contract/kit/limits'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/**
 * "12 min", "3 h", "yesterday", "4 d", then the date. Written out by hand: server and browser know different
 * editions of Intl's words, and the page must be the same on both.
 */
export function relativeTime(then: string, now: number): string {
  const seconds = Math.round((now - new Date(then).getTime()) / 1000)
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  if (seconds < 2 * DAY) return 'yesterday'
  return seconds < 30 * DAY ? `${Math.floor(seconds / DAY)} d` : then.slice(0, 10)
}

/** As {@link relativeTime}, within a sentence: "12 min ago", "yesterday", "on 2026-09-22". */
export function spokenTime(then: string, now: number): string {
  const said = relativeTime(then, now)
  if (/^\d{4}-/.test(said)) return `on ${said}`
  return /^\d/.test(said) ? `${said} ago` : said
}

/** The instant in full, in UTC: the same on server and browser. */
export function absoluteTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** Who set a verdict, and when. */
export function verdictNote({
  decidedBy,
  decidedAt,
}: {
  decidedBy: string | null
  decidedAt: string | null
}): string {
  return decidedBy && decidedAt ? `Set by ${decidedBy}, ${absoluteTime(decidedAt)}` : 'No verdict yet'
}

/** A commit as people say it. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{10,}$/i.test(commit) ? commit.slice(0, 7) : commit
}

/** "1 review", "3 reviews". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** "7", "999", "1.2k", "34k": a count that keeps to its place in a list. */
export function compactCount(count: number): string {
  if (count < 1000) return String(count)
  const thousands = Math.floor(count / 100) / 10
  return `${thousands < 10 ? thousands : Math.floor(thousands)}k`
}

/** The beginning of a text, for where there is room for one line. */
export const excerpt = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** "12,345". */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** What is wrong with the length of a comment; empty when nothing is. */
export function tooLongBy(comment: string): string {
  const over = comment.length - limits.commentBody
  return over > 0 ? `${grouped(over)} characters over the limit of ${grouped(limits.commentBody)}` : ''
}
