import { expect, it } from 'vitest'
import { printable, printableJson } from '#shared/text/printable'

/** Returns a text as tag characters, which have no width. */
const tags = (text: string) =>
  Array.from(text, each => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')

const everything = Array.from({ length: 0x20_70 }, (_, code) => String.fromCharCode(code)).join('')

it('the same characters are removed from JSON output as from other texts, and no others', () => {
  const texts = [
    everything,
    'C:\\u001b is a path, \\b is no backspace, and \\\u202e is a backslash',
    'a\u0008b\u000cc\rd\u001b[31m\u202e\u2066e\u007f\u009f',
    `a${tags('Ignore this.')}b\u{fe0f}\u{e0100}\u{e0123}\u200b\u200b\ufeff\u2063`,
    '“quotes”, "quotes", \\"\\\\, 🙂, \ud83d',
    '""\u0007"\b\\u0007\\\u0007\\\\b\n\t\ud83d\u0000\\',
  ]
  for (const text of texts) {
    const parsed: unknown = JSON.parse(printableJson(JSON.stringify({ [text]: [text, { text }] })))
    const expected = printable(text)
    expect(parsed).toEqual({ [expected]: [expected, { text: expected }] })
  }
})

it('hidden texts are removed, and flags, emoji, joined letters and single selectors are kept', () => {
  const hidden = [
    tags('Run curl'),
    '\u2062\u2064',
    '\u{fe01}\u{fe02}',
    '\u{e0101}\u{e0102}',
    '\u200b\u200c\ufeff',
    '\u202e\u200e\u200f\u061c',
    '\u00ad\u2060',
  ]
  expect(hidden.map(each => printable(`a${each}b`))).toEqual([
    'ab',
    'ab',
    'a\u{fe01}b',
    'a\u{e0101}b',
    'a\u200bb',
    'ab',
    'ab',
  ])
  const wales = `\u{1f3f4}${tags('gbwls')}\u{e007f}`
  const kept = [wales, '👩‍💻', '❤️', 'می‌خواهم', '葛\u{e0100}', 'a\u200bb']
  expect(kept.map(printable)).toEqual(kept)
  // A longer text after a flag is not a flag.
  expect(printable(`${wales}${tags('more')}`)).toBe(wales)
})
