const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000], ['month', 2_592_000], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** "3 min. ago", "yesterday", "just now"; both in epoch milliseconds or ISO 8601. */
export function relativeTime(then: string | number, now: number): string {
  const seconds = Math.round((new Date(then).getTime() - now) / 1000)
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relative.format(Math.trunc(seconds / size), unit)
}

/** The instant in full, in UTC: the same on server and browser. */
export function absoluteTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** A commit as people say it. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{10,}$/i.test(commit) ? commit.slice(0, 7) : commit
}

/** "1 picture", "3 pictures". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
