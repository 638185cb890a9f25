import { expect, it } from 'vitest'
import { fieldTime, snoozeChoices } from '~/inbox/snooze-times'

/** Returns the snooze times that are offered at a local time, such as `2026-11-25T16:59:59`. */
const offered = (now: string) =>
  snoozeChoices(new Date(now)).map(({ name, at }) => `${name} ${fieldTime(at)}`)

it('the snooze time “this evening” is offered until an hour before the evening', () => {
  expect(offered('2026-11-25T16:59:59')).toEqual([
    'evening 2026-11-25T18:00',
    'tomorrow 2026-11-26T08:00',
    'nextWeek 2026-11-30T08:00',
  ])
  expect(offered('2026-11-25T17:00:00')).toEqual(['tomorrow 2026-11-26T08:00', 'nextWeek 2026-11-30T08:00'])
})

it.each([
  ['a Saturday', '2026-11-28T20:00:00', 'nextWeek 2026-11-30T08:00'],
  ['a Sunday, whose tomorrow is a Monday', '2026-11-29T20:00:00', 'nextWeek 2026-12-07T08:00'],
  ['a Monday', '2026-11-30T20:00:00', 'nextWeek 2026-12-07T08:00'],
  ['a Tuesday', '2026-12-01T20:00:00', 'nextWeek 2026-12-07T08:00'],
])('the offered Monday is at least two days after %s', (_, now, monday) => {
  expect(offered(now).at(-1)).toBe(monday)
})

it('the value of a date and time field has two digits for month, day, hour and minute', () => {
  expect(fieldTime(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})
