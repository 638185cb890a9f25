import { expect, it } from 'vitest'
import { hasReacted, withReaction } from '~/conversation/reactions'
import { comment } from '../../support/dom/fixtures'

const ann = { id: 'usr_ann', name: 'Ann' }
const bo = { id: 'usr_bo', name: 'Bo' }
const plain = comment('cmt_1', 'Too wide.')

it('withReaction adds and removes a reaction, and removes the field with the last reaction', () => {
  const reacted = withReaction(plain, 'eyes', ann, true)
  expect(reacted.reactions).toEqual([{ emoji: 'eyes', count: 1, people: [ann] }])
  expect([hasReacted(reacted, 'eyes', ann.id), hasReacted(reacted, 'eyes', bo.id)]).toEqual([true, false])
  expect(withReaction(reacted, 'eyes', ann, false)).toEqual(plain)
  expect(withReaction(reacted, 'eyes', ann, false)).not.toHaveProperty('reactions')
})

it('withReaction keeps the reactions of others, a fixed order of emojis, and the order of people', () => {
  const first = withReaction(withReaction(plain, 'eyes', bo, true), 'thumbs_up', bo, true)
  const both = withReaction(first, 'eyes', ann, true)
  expect(both.reactions).toEqual([
    { emoji: 'thumbs_up', count: 1, people: [bo] },
    { emoji: 'eyes', count: 2, people: [bo, ann] },
  ])
  expect(withReaction(both, 'eyes', ann, false)).toEqual(first)
})

it('withReaction changes nothing if the person already has, or does not have, the reaction', () => {
  const once = withReaction(plain, 'check', ann, true)
  expect(withReaction(once, 'check', ann, true)).toBe(once)
  expect(withReaction(once, 'check', bo, false)).toBe(once)
})
