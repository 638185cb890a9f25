import { describe, expect, it } from 'vitest'
import { visibleName as nameSchema } from '#shared/contract/kit/fields'
import { isVisibleName, visibleName } from '#shared/text/names'

describe('a name', () => {
  it.each([
    'Ann',
    'Ann-Marie O’Neill (QA)',
    'José Ñandú',
    '名前',
    'محمد',
    'می‌خواهم',
    'क्‍ष',
    'Team 👩‍💻',
    '🏳️‍🌈',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '1\u202f000',
  ])('a name may be %s', name => {
    expect(isVisibleName(name)).toBe(true)
    expect(visibleName(name)).toBe(name.replace(/\s+/g, ' '))
  })

  it.each([
    ['a line break', 'Ann\nBcc: bo@example.com'],
    ['a tab', 'Ann\tMarie'],
    ['U+0000', 'Ann\u0000'],
    ['an escape sequence', '\u001b[2JAnn'],
    ['a C1 control', 'Ann\u0085'],
    ['half of a surrogate pair', 'Ann\ud800'],
    ['a change of direction', 'Ann\u202egnp.exe'],
    ['an isolate', '\u2066Ann\u2069'],
    ['a mark of direction', 'Ann\u200f'],
    ['a zero-width space', 'An\u200bn'],
    ['a word joiner', 'Ann\u2060'],
    ['a byte order mark', 'An\ufeffn'],
    ['a joiner between Latin letters', 'An\u200dn'],
    ['a joiner at its end', 'Ann\u200d'],
    ['a non-joiner at its start', '\u200cAnn'],
    ['a soft hyphen', 'An\u00adn'],
    ['a line separator', 'Ann\u2028Bo'],
    ['a Hangul filler', 'Ann\u3164'],
    ['a blank Braille pattern', 'Ann\u2800'],
    ['hidden tags', 'Ann\u{e0049}\u{e0067}'],
  ])('a name may not contain %s', (_, name) => {
    expect(isVisibleName(name)).toBe(false)
    expect(isVisibleName(visibleName(name))).toBe(true)
  })

  // The text is so long that a check with quadratic time would not end before the test is stopped.
  it('a name of 300,000 tag characters is checked in linear time, and a schema checks its length', () => {
    const long = '\u{1f3f4}'.concat('\u{e0041}'.repeat(300_000))
    expect(isVisibleName(long)).toBe(true)
    expect(visibleName(long.slice(2))).toBe('')
    const { error } = nameSchema(80).safeParse(long.slice(2))
    expect(error?.issues.map(each => each.message)).toEqual(['must have at most 80 characters'])
  })
})
