import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import {
  absoluteTime,
  commentLengthError,
  compactCount,
  excerpt,
  formatBytes,
  relativeTime,
  relativeTimePhrase,
  verdictAttribution,
} from '~/ui/page/format'

describe('relativeTime', () => {
  it('relativeTime is never in the future, even if the clocks of server and browser differ', () => {
    expect(relativeTime('2026-11-21T12:00:30.000Z', Date.parse('2026-11-21T12:00:00Z'))).toBe('just now')
  })

  it('relativeTime changes to the next unit exactly when that unit is full', () => {
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

describe('relativeTimePhrase', () => {
  it('relativeTimePhrase returns a phrase that fits into a sentence', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(
      ['2026-11-21T11:59:50Z', '2026-11-21T11:00:00Z', '2026-11-20T11:00:00Z', '2026-01-02T00:00:00Z'].map(
        at => relativeTimePhrase(at, now),
      ),
    ).toEqual(['just now', '1 h ago', 'yesterday', 'on 2026-01-02'])
  })
})

describe('absoluteTime', () => {
  it('absoluteTime returns the time in UTC, to the minute', () => {
    expect(absoluteTime('2026-11-21T06:05:59.123Z')).toBe('2026-11-21 06:05 UTC')
  })
})

describe('compactCount', () => {
  it('compactCount has at most four characters and is never rounded up', () => {
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

describe('verdictAttribution', () => {
  it('verdictAttribution states the person and the time, or that there is no verdict', () => {
    expect(verdictAttribution({ decidedBy: 'Ann', decidedAt: '2026-11-21T06:05:59.123Z' })).toBe(
      'Set by \u2068Ann\u2069, 2026-11-21 06:05 UTC',
    )
    expect(verdictAttribution({ decidedBy: null, decidedAt: null })).toBe('No verdict yet')
  })
})

describe('excerpt', () => {
  it('`excerpt` ends a shortened text with an ellipsis', () => {
    expect(excerpt('x'.repeat(80))).toBe('x'.repeat(80))
    expect(excerpt('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
  })
})

describe('commentLengthError', () => {
  it('commentLengthError states by how many characters a comment exceeds the limit', () => {
    expect(commentLengthError('x'.repeat(limits.commentBody))).toBe('')
    expect(commentLengthError('x'.repeat(limits.commentBody + 1200))).toBe(
      '1,200 characters over the limit of 10,000',
    )
  })
})

describe('formatBytes', () => {
  it('formatBytes changes to the next unit when that unit is full, with one decimal below ten', () => {
    const sizes = [
      0,
      1,
      1023,
      1024,
      1536,
      10 * 1024,
      1024 ** 2 - 1,
      1024 ** 2,
      5.25 * 1024 ** 3,
      3000 * 1024 ** 4,
    ]
    expect(sizes.map(formatBytes)).toEqual([
      '0 bytes',
      '1 bytes',
      '1,023 bytes',
      '1 KiB',
      '1.5 KiB',
      '10 KiB',
      '1,023 KiB',
      '1 MiB',
      '5.2 GiB',
      '3,000 TiB',
    ])
  })
})
