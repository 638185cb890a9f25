import { beforeAll, describe, expect, it } from 'vitest'
import { effectScope, watchEffect } from 'vue'
import { formatCount, pluralize } from '~/text/language/count'
import { formatLocally } from '~/text/language/local-formats'
import {
  absoluteTime,
  compactCount,
  formatBytes,
  formatDate,
  formatDecimal,
  relativeTime,
  relativeTimePhrase,
  timeOfDay,
} from '~/ui/page/format'

const instant = '2026-11-21T20:05:59.123Z'
const later = Date.parse('2027-11-21T12:00:00Z')
/** The time that the page currently shows. */
let shown = ''

beforeAll(() => {
  effectScope().run(() =>
    watchEffect(
      () => {
        shown = absoluteTime(instant)
      },
      { flush: 'sync' },
    ),
  )
})

// The order of these tests matters, because a page chooses its language only once.
describe('formats before the language of the browser is known', () => {
  it('dates are formatted in UTC and numbers in English until the browser’s language is known', () => {
    expect([shown, formatDate(instant), relativeTime(instant, later)]).toEqual([
      '2026-11-21 20:05 UTC',
      '2026-11-21',
      '2026-11-21',
    ])
    expect(timeOfDay(instant)).toBe('20:05 UTC')
    expect([formatCount(1234), formatDecimal(1.25), formatBytes(1536)]).toEqual(['1,234', '1.3', '1.5 KiB'])
  })
})

describe('formats in German and in the time zone of Tokyo', () => {
  beforeAll(() => formatLocally('de-DE', 'Asia/Tokyo'))

  it('a shown date is formatted again as soon as the language of the browser is known', () => {
    expect(shown).toBe('22.11.2026, 05:05')
  })

  it('dates are formatted in German and in the time zone of Tokyo', () => {
    expect([formatDate(instant), relativeTime(instant, later), relativeTimePhrase(instant, later)]).toEqual([
      '22.11.2026',
      '22.11.2026',
      'on 22.11.2026',
    ])
    expect(timeOfDay(instant)).toBe('05:05')
  })

  it('relative times are always in the language of the dashboard', () => {
    const now = Date.parse(instant) + 3 * 3_600_000
    expect([relativeTime(instant, now), relativeTimePhrase(instant, now)]).toEqual(['3 h', '3 h ago'])
  })

  it('counts and sizes are formatted in German', () => {
    expect([
      formatCount(1_234_567),
      formatDecimal(2),
      formatBytes(1536),
      compactCount(1249),
      pluralize(1234, 'review'),
    ]).toEqual(['1.234.567', '2,0', '1,5 KiB', '1,2k', '1.234 reviews'])
  })
})
