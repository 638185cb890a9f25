import { describe, expect, it } from 'vitest'
import { mayBeMarkdown, segmentsOf } from '#shared/text/rich-text'

describe('comment text', () => {
  it('comment text is split into text, code and safe links', () => {
    expect(segmentsOf('See https://a.example/x?y=1. and `code` <b>no</b>')).toEqual([
      { type: 'text', text: 'See ' },
      { type: 'link', text: 'https://a.example/x?y=1' },
      { type: 'text', text: '. and ' },
      { type: 'code', text: 'code' },
      { type: 'text', text: ' <b>no</b>' },
    ])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'JAVASCRIPT://https', 'file:///etc/passwd'])(
    'comment text never links %s',
    text => {
      expect(segmentsOf(text).every(segment => segment.type === 'text')).toBe(true)
    },
  )

  // The text is so long that a loop with quadratic time would not end before the test is stopped.
  it('300,000 dots within an address are read in linear time', () => {
    const address = `http://a${'.'.repeat(300_000)}b`
    expect(segmentsOf(address).map(each => each.text.length)).toEqual([address.length])
  })

  it('the segments of a comment text contain all of its characters', () => {
    for (const text of ['', '``', 'a`b`c', 'https://', 'https://a.example)))', '`https://a.example`'])
      expect(
        segmentsOf(text)
          .map(each => (each.type === 'code' ? `\`${each.text}\`` : each.text))
          .join(''),
      ).toBe(text)
  })
})

describe('text that may be Markdown', () => {
  it.each(['*a*', '_a_', '~~a~~', '[a](b)', '> a', '- a', 'x\n1. a', '# a', '```\na', '<https://a.example>'])(
    'the text %j may be Markdown',
    text => {
      expect(mayBeMarkdown(text)).toBe(true)
    },
  )

  it.each([
    'The total wraps.',
    'See https://a.example/x_y and `code`',
    'snake_case',
    'a - b',
    'No. 1',
    'a > b',
  ])('the text %j is not Markdown', text => {
    expect(mayBeMarkdown(text)).toBe(false)
  })
})
