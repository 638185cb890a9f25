import { describe, expect, it } from 'vitest'
import { absoluteTime, compactCount, counted, relativeTime, spokenTime } from '~/ui/format'

describe('relativeTime', () => {
  it('never speaks of the future: clocks of server and browser differ', () => {
    expect(relativeTime('2026-11-21T12:00:30.000Z', Date.parse('2026-11-21T12:00:00Z'))).toBe('just now')
  })

  it('changes its unit exactly when the next one is full', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const at = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now)
    expect([
      at(59),
      at(60),
      at(3599),
      at(3600),
      at(86_399),
      at(86_400),
      at(172_799),
      at(172_800),
      at(30 * 86_400 - 1),
      at(30 * 86_400),
    ]).toEqual([
      'just now',
      '1 min',
      '59 min',
      '1 h',
      '23 h',
      'yesterday',
      'yesterday',
      '2 d',
      '29 d',
      '2026-10-22',
    ])
  })
})

describe('spokenTime', () => {
  it('reads within a sentence', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(
      ['2026-11-21T11:59:50Z', '2026-11-21T11:00:00Z', '2026-11-20T11:00:00Z', '2026-01-02T00:00:00Z'].map(
        at => spokenTime(at, now),
      ),
    ).toEqual(['just now', '1 h ago', 'yesterday', 'on 2026-01-02'])
  })
})

describe('absoluteTime', () => {
  it('is the instant in UTC, to the minute', () => {
    expect(absoluteTime('2026-11-21T06:05:59.123Z')).toBe('2026-11-21 06:05 UTC')
  })
})

describe('counts', () => {
  it('are said with their noun', () => {
    expect([counted(1, 'picture'), counted(0, 'picture'), counted(2, 'story', 'stories')]).toEqual([
      '1 picture',
      '0 pictures',
      '2 stories',
    ])
  })

  it('stay short and never round up', () => {
    expect([0, 999, 1000, 1249, 9999, 10_000, 34_999, 120_000].map(compactCount)).toEqual([
      '0',
      '999',
      '1k',
      '1.2k',
      '9.9k',
      '10k',
      '34k',
      '120k',
    ])
  })
})
