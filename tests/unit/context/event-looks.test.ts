import { describe, expect, it } from 'vitest'
import type { ContextEvent } from '#shared/contract/context'
import { colorOf, iconOf, mostImportant } from '~/context/event-looks'

const event = (ms: number, level: ContextEvent['level'], kind: ContextEvent['kind'] = 'console') => ({
  ...{ ms, level, kind },
  text: `${ms}`,
  detail: null,
})

describe('the events of a video', () => {
  it('the most important events are errors, then warnings, then the earliest, listed by time', () => {
    const events = [
      event(10, 'info'),
      event(20, 'warning'),
      event(30, 'error'),
      event(40, 'info'),
      event(50, 'error'),
    ]
    const timesOf = (count: number) => mostImportant(events, count).map(each => each.ms)
    expect([timesOf(1), timesOf(2), timesOf(3), timesOf(4), timesOf(9)]).toEqual([
      [30],
      [30, 50],
      [20, 30, 50],
      [10, 20, 30, 50],
      [10, 20, 30, 40, 50],
    ])
    expect(mostImportant([], 3)).toEqual([])
  })

  it('events with errors and warnings have the icon of their level, and others that of their kind', () => {
    expect(iconOf(event(0, 'error', 'network'))).toBe(iconOf(event(0, 'error', 'console')))
    expect(iconOf(event(0, 'warning', 'network'))).not.toBe(iconOf(event(0, 'error', 'network')))
    const kinds = (['action', 'chapter', 'console', 'network'] as const).map(each =>
      iconOf(event(0, 'info', each)),
    )
    expect(new Set(kinds).size).toBe(4)
    expect(new Set((['info', 'warning', 'error'] as const).map(each => colorOf(event(0, each)))).size).toBe(3)
  })
})
