import { expect, it } from 'vitest'
import { cardWidth } from '~/difference/card-width'

it.each([
  ['a changed button', 104, 2, 218],
  ['a banner next to one other change', 1038, 2, 441],
  ['the only change, which is a banner', 1038, 1, 520],
  ['a banner of many changes', 1038, 15, 320],
  ['a heading', 300, 2, 350],
])('the card of %s has the expected width', (_, change, count, width) => {
  expect(cardWidth(change, count, 906)).toBe(width)
})

it('before a list is measured, its cards have a default width', () => {
  expect(cardWidth(1038, 2, 0)).toBe(320)
})
