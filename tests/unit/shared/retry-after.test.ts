import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '#shared/retry-after'
import { DAY, HOUR, MINUTE } from '#shared/time'

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 22)

  it.each([
    [undefined, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['0', 0],
    ['120', 2 * MINUTE],
    ['999999999', DAY],
    [new Date(now + HOUR).toUTCString(), HOUR],
    [new Date(now - HOUR).toUTCString(), 0],
    [new Date(now + 3 * DAY).toUTCString(), DAY],
  ])('the Retry-After %s is read as %s ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected)
  })
})
