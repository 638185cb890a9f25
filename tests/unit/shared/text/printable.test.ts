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
    '1\ufe0f\u00001\ufe0f\u0000\ufe0f\ud830\ufe0f\\u0001\ufe0f\\\u0001\ufe0f',
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
  expect(hidden.map(each => printable(`a${each}b`))).toEqual(['ab', 'ab', 'ab', 'ab', 'a\u200bb', 'ab', 'ab'])
  const kept = ['👩‍💻', '❤️', '❤\ufe0e', '1️⃣', '#️⃣', '*️⃣', '™️', 'ℹ️', '🏳️‍🌈', '👁️‍🗨️', '∩\ufe00']
  kept.push('می‌خواهم', '葛\u{e0100}', '\u{20000}\u{e01ef}', '不\ufe00', 'a\u200bb')
  kept.push('\u1075\ufe00', '0\ufe00', '，\ufe01', '\u{13091}\ufe03')
  expect(kept.map(printable)).toEqual(kept)
})

it('tag characters are kept only in the flags of England, Scotland and Wales', () => {
  const flag = (text: string) => `\u{1f3f4}${tags(text)}\u{e007f}`
  const kept = ['gbeng', 'gbsct', 'gbwls'].map(flag)
  kept.push(kept.join(''), `a${flag('gbwls')}b`)
  expect(kept.map(printable)).toEqual(kept)
  const hidden = [
    flag('run'),
    flag('gbwl'),
    flag('gbwlss'),
    flag('usca'),
    `\u{1f3f4}${tags('gbwls')}`,
    `\u{1f3f4}${tags('gbwls')}b\u{e007f}`,
    `\u{1f3f4}${tags('gbgbwls')}\u{e007f}`,
    `\u{1f3f4}\u{e007f}`,
  ]
  expect(hidden.map(printable)).toEqual(hidden.map(each => (each.includes('b') ? '\u{1f3f4}b' : '\u{1f3f4}')))
  expect(printable(`${flag('gbwls')}${tags('more')}`)).toBe(flag('gbwls'))
})

it('a variation selector is kept only directly after a character that can have variants', () => {
  const cases = [
    ['a\ufe0fb\ufe0e', 'ab'],
    ['❤\ufe0f\ufe0e', '❤\ufe0f'],
    ['❤\u{e0100}', '❤'],
    ['葛\ufe0f', '葛'],
    ['葛\u{e0100}\u{e0101}', '葛\u{e0100}'],
    ['葛\u200e\u{e0100}', '葛'],
    ['a\u{e0100}\ufe00 \ufe0f\n\ufe0f', 'a \n'],
    ['❤\ufe03', '❤'],
    ['\ufe0f', ''],
  ]
  expect(cases.map(([text]) => printable(text ?? ''))).toEqual(cases.map(([, expected]) => expected))
})

it('long texts of hidden characters are removed in linear time', () => {
  const parts = [
    '\u{1f3f4}',
    tags('gbwl'),
    '\u{e007f}',
    '\ufe0f',
    '\u{e0100}',
    '\\',
    '\\u0001\ufe0f',
    '❤\ufe0f',
  ]
  const long = parts.map(each => each.repeat(200_000))
  const begun = performance.now()
  for (const text of [...long, `${'\\'.repeat(200_000)}u0001\ufe0f`.repeat(2)]) {
    printable(text)
    printableJson(JSON.stringify(text))
  }
  expect(performance.now() - begun).toBeLessThan(10_000)
})
