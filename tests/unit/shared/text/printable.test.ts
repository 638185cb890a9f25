import { expect, it } from 'vitest'
import { printable, printableJson } from '#shared/text/printable'

const everything = Array.from({ length: 0x20_70 }, (_, code) => String.fromCharCode(code)).join('')

it('only the characters that are removed from texts are removed from JSON', () => {
  const texts = [
    everything,
    'C:\\u001b is a path, \\b is no backspace, and \\\u202e is a backslash',
    'a\u0008b\u000cc\rd\u001b[31m\u202e\u2066e\u007f\u009f',
    '“quotes”, "quotes", \\"\\\\, 🙂, \ud83d',
    '""\u0007"\b\\u0007\\\u0007\\\\b\n\t\ud83d\u0000\\',
  ]
  for (const text of texts) {
    const parsed: unknown = JSON.parse(printableJson(JSON.stringify({ [text]: [text, { text }] })))
    const expected = printable(text)
    expect(parsed).toEqual({ [expected]: [expected, { text: expected }] })
  }
})
