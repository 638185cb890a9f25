import { describe, expect, it } from 'vitest'
import { plainText } from '~/comment/plain-text'

describe('the plain text of a comment', () => {
  it.each([
    ['Why is this **blue**? See [the guide](https://example.org).', 'Why is this blue? See the guide.'],
    ['Moved by `8px`:\n\n```css\n.a { top: 0; }\n```\nDone.', 'Moved by 8px: .a { top: 0; } Done.'],
    ['# Plan\n- one\n- __two__\n> a quote', 'Plan one two a quote'],
    ['Use ~~this~~ that.', 'Use this that.'],
    ['It is *too* wide, _really_.', 'It is too wide, really.'],
    ['***Both*** and **one *in* another**', 'Both and one in another'],
  ])('the plain text of the comment %j contains no Markdown', (body, expected) => {
    expect(plainText(body)).toBe(expected)
  })

  it.each([
    '2 * 3 * 4',
    'snake_case_name',
    '_private and _hidden',
    '2 * 3*4 and 5*6',
    'list[0] is empty',
    '5 > 4 and -1',
    '#1284 is done',
  ])('the plain text of a comment keeps characters that are not Markdown: %s', body => {
    expect(plainText(body)).toBe(body)
  })

  it('the plain text of a comment shortens a link that is cut off in the middle', () => {
    expect(plainText('See [the guide](https://example.org/a/lo')).toBe('See the guide')
  })
})
