import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/time'
import { pauseAfter } from '~~/server/outgoing/schedule'

describe('the pause after a failed attempt', () => {
  it('the pause after a failed attempt to send grows from 5 seconds to a day, up to the tenth', () => {
    const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, null, 0))
    expect(pauses).toEqual([
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      null,
      null,
    ])
  })

  it('the pause after a failed attempt to send is longer by a random part of up to a tenth', () => {
    expect(pauseAfter(4, null, 1)).toBe(132 * MINUTE)
  })

  it('the pause after a failed attempt to send is at least as long as the receiver requests', () => {
    expect(pauseAfter(1, MINUTE, 0)).toBe(MINUTE)
    expect(pauseAfter(3, MINUTE, 0)).toBe(30 * MINUTE)
    expect(pauseAfter(10, MINUTE, 0)).toBeNull()
  })
})
