import { expect, it } from 'vitest'
import { inPlaces, shareOf, withMoves } from '~/difference/result-text'

const box = { x: 0, y: 0, width: 10, height: 10 }
const moved = { ...box, pixels: 50, moved: { from: box, to: { ...box, y: 20 } } }
const other = { ...box, pixels: 5 }

it.each([
  ['blocks only moved', 0, [moved, moved], '2 moved'],
  ['most of the change are moves', 5, [moved, moved, other], '2 moved · others'],
  ['the other changes are larger', 50, [moved, other], 'others'],
  ['nothing moved', 5, [other], 'others'],
])('if %s, the result of a difference says so', (_, changed, changes, expected) => {
  expect(withMoves({ changed, total: 1000, changes }, 'others')).toBe(expected)
})

it('a share of changed pixels below 0.1 percent is not shown', () => {
  expect(shareOf({ changed: 9, total: 10_000 })).toBeUndefined()
  expect(shareOf({ changed: 10, total: 10_000 })).toBe('0.1%')
})

it('moved blocks are included in the number of changed places', () => {
  expect(inPlaces({ changed: 46, total: 1000, changes: [moved, other] })).toBe('4.6% changed in 2 places')
  expect(inPlaces({ changed: 0, total: 1000, changes: [moved, moved] })).toBe('2 moved')
})
