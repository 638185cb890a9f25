/** The times that are offered for a snooze, on the clock of the person. */
export const snoozeTimes = ['evening', 'tomorrow', 'nextWeek'] as const
export type SnoozeTime = (typeof snoozeTimes)[number]

/** The hours at which a morning and an evening begin, from 0 to 23. */
const MORNING = 8
const EVENING = 18

/** Returns a time on the clock of the person. `days`: the number of days after today; 0 is today. */
function later(now: Date, days: number, hour: number): Date {
  const at = new Date(now)
  // Local dates, so that a change of daylight saving time does not move the hour.
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at
}

/**
 * Returns the times to offer for a snooze. This evening is offered until one hour before it begins. The
 * offered Monday is at least two days away.
 */
export function snoozeChoices(now: Date): { name: SnoozeTime; at: Date }[] {
  const daysToMonday = (8 - now.getDay()) % 7
  return [
    ...(now.getHours() < EVENING - 1 ? [{ name: 'evening' as const, at: later(now, 0, EVENING) }] : []),
    { name: 'tomorrow', at: later(now, 1, MORNING) },
    { name: 'nextWeek', at: later(now, daysToMonday < 2 ? daysToMonday + 7 : daysToMonday, MORNING) },
  ]
}

/** Formats a local time for a field of the type `datetime-local`: "2026-11-29T08:00". */
export function fieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
