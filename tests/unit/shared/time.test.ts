import { expect, it } from 'vitest'
import { DAY, iso } from '#shared/time'

it('`iso` formats every time exactly as Date does', () => {
  const times = [0, 1, 999, DAY - 1, DAY, -1, -DAY, 1_795_352_422_007, 253_402_300_800_000, 8.64e15, 5.75]
  // Adds times around the start of many days, and times in random order.
  for (let i = 0; i < 2000; i++) times.push((i * 7_919_317_771) % 4e12, i * DAY - (i % 3), i * DAY)
  for (const time of times) expect(iso(time)).toBe(new Date(time).toISOString())
})

it('`iso` throws for an invalid time', () => {
  for (const time of [NaN, Infinity, 8.64e15 + DAY, -8.64e15 - DAY])
    expect(() => iso(time)).toThrow(RangeError)
})
