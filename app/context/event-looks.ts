import type { ContextEvent } from '#shared/contract/context'
import type { Thread } from '#shared/contract/thread'

const icons: Record<ContextEvent['kind'], string> = {
  action: 'i-lucide-mouse-pointer-click',
  chapter: 'i-lucide-bookmark',
  console: 'i-lucide-terminal',
  network: 'i-lucide-arrow-left-right',
  error: 'i-lucide-circle-alert',
}
/** The levels from the most important one. */
const ranks: readonly ContextEvent['level'][] = ['error', 'warning', 'info']

/** Returns the icon of an event: the icon of its level for errors and warnings, else of its kind. */
export function iconOf({ kind, level }: Pick<ContextEvent, 'kind' | 'level'>): string {
  if (level === 'error') return 'i-lucide-circle-alert'
  return level === 'warning' ? 'i-lucide-triangle-alert' : icons[kind]
}

/** Returns the class of the color of an event. */
export const colorOf = ({ level }: Pick<ContextEvent, 'level'>): string =>
  level === 'error' ? 'text-bad' : level === 'warning' ? 'text-open' : 'text-mute'

/** Returns the event nearest to a moment or a range; of several, the most important one. */
export function nearestTo(
  events: readonly ContextEvent[],
  { timestampMs, endMs }: Pick<Thread, 'timestampMs' | 'endMs'>,
): ContextEvent | undefined {
  const start = timestampMs ?? 0
  const distanceOf = ({ ms }: ContextEvent) => Math.max(start - ms, ms - (endMs ?? start), 0)
  return events.toSorted(
    (a, b) => distanceOf(a) - distanceOf(b) || ranks.indexOf(a.level) - ranks.indexOf(b.level),
  )[0]
}

/** Returns the most important events by time, at most `count`: errors, then warnings, then the earliest. */
export const mostImportant = (events: readonly ContextEvent[], count: number): ContextEvent[] =>
  events
    .toSorted((a, b) => ranks.indexOf(a.level) - ranks.indexOf(b.level) || a.ms - b.ms)
    .slice(0, count)
    .toSorted((a, b) => a.ms - b.ms)
