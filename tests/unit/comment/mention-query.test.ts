import { describe, expect, it } from 'vitest'
import { insertMention, mentionQueryAt, suggestPeople } from '~/comment/mention-query'

const people = ['Zoë Ann', 'Bob', 'Ann Lee', 'Hannah'].map(name => ({ name }))
const suggested = (typed: string) => suggestPeople(people, typed).map(each => each.name)

describe('mentionQueryAt', () => {
  it('mentionQueryAt finds the name that is being typed before the caret', () => {
    expect(mentionQueryAt('Hi @', 4)).toEqual({ start: 3, name: '' })
    expect(mentionQueryAt('Hi @Ann L', 9)).toEqual({ start: 3, name: 'Ann L' })
    expect(mentionQueryAt('Hi @Ann Lee', 6)).toEqual({ start: 3, name: 'An' })
    expect(mentionQueryAt('@Bob @A', 7)).toEqual({ start: 5, name: 'A' })
  })

  it('mentionQueryAt finds no name in an email address, after a space or on another line', () => {
    for (const text of ['mail@ann', 'Hi @ ', '@Ann\n', 'Ann', ''])
      expect([text, mentionQueryAt(text, text.length)]).toEqual([text, null])
  })
})

describe('suggestPeople', () => {
  it('suggestPeople compares the starts of words, ignores case and accents, and sorts by name', () => {
    expect(suggested('')).toEqual(['Ann Lee', 'Bob', 'Hannah', 'Zoë Ann'])
    expect(suggested('ann')).toEqual(['Ann Lee', 'Zoë Ann'])
    expect(suggested('zoe a')).toEqual(['Zoë Ann'])
    expect(suggested('ann ')).toEqual(['Ann Lee'])
    expect(suggested('nah')).toEqual([])
  })

  it('suggestPeople suggests at most six people', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ name: `Ann ${index}` }))
    expect(suggestPeople(many, 'a')).toHaveLength(6)
  })
})

describe('insertMention', () => {
  it('insertMention replaces the typed text, and puts the caret after the following space', () => {
    expect(insertMention('Hi @an, ok', { start: 3, name: 'an' }, 'Ann Lee')).toEqual({
      text: 'Hi @Ann Lee , ok',
      caret: 12,
    })
    expect(insertMention('@an ok', { start: 0, name: 'an' }, 'Ann')).toEqual({ text: '@Ann ok', caret: 5 })
  })
})
