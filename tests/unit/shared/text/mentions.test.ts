import { describe, expect, it } from 'vitest'
import { mentionedIn, splitMentions } from '#shared/text/mentions'

const names = ['Ann', 'Ann Lee', 'Øystein', 'J. R. (Bob)', '']
const mentions = (text: string) => splitMentions(text, names).filter((_, index) => index % 2 === 1)

describe('splitMentions', () => {
  it('splitMentions ignores letter case and finds the longest name, whatever its characters', () => {
    expect(mentions('@Ann and @ann lee, @ØYSTEIN; ask @J. R. (Bob)!')).toEqual([
      '@Ann',
      '@ann lee',
      '@ØYSTEIN',
      '@J. R. (Bob)',
    ])
  })

  it('splitMentions finds no name inside a word or an email address, or without @', () => {
    expect(mentions('@Anna mail@Ann @Ann2 @_Ann Ann @ @@')).toEqual([])
    expect(mentions('(@Ann) @Ann.')).toEqual(['@Ann', '@Ann'])
  })

  it('the parts of splitMentions together contain the whole text', () => {
    const text = 'a @Ann b\n@Ann Lee'
    expect(splitMentions(text, names).join('')).toBe(text)
    expect(splitMentions('@Ann', [])).toEqual(['@Ann'])
  })
})

describe('mentionedIn', () => {
  it('mentionedIn returns all people who have the mentioned name', () => {
    const people = [
      { userId: 'usr_1', name: 'Ann' },
      { userId: 'usr_2', name: 'Ann' },
      { userId: 'usr_3', name: 'Ann Lee' },
    ]
    expect(mentionedIn('@ann', people).map(each => each.userId)).toEqual(['usr_1', 'usr_2'])
    expect(mentionedIn('Ann', people)).toEqual([])
  })
})
