import { expect, test } from 'vitest'
import { dividerAt } from '~/compare/swipe'

const images = { x: 100, width: 800 }
const stage = 1000
const at = (mark: { x: number; width: number }, isLeft: boolean, from = 500) =>
  dividerAt(from, { mark, isLeft, images, stage })

test('the divider moves beyond a mark, on the side that the mark is on', () => {
  expect(at({ x: 600, width: 50 }, true)).toBe(674)
  expect(at({ x: 300, width: 50 }, false)).toBe(276)
})

test('the divider stays where the mark is on its side already', () => {
  expect(at({ x: 300, width: 50 }, true)).toBe(500)
  expect(at({ x: 600, width: 50 }, false)).toBe(500)
  expect(at({ x: 300, width: 50 }, true, 1000)).toBe(1000)
})

test('a mark up to the edge, or over all of the images, leaves a part of the other side', () => {
  expect(at({ x: 100, width: 800 }, true)).toBe(876)
  expect(at({ x: 860, width: 40 }, true)).toBe(876)
  expect(at({ x: 100, width: 800 }, false)).toBe(124)
  // For images that are zoomed beyond the stage, only the part on the stage counts.
  const zoomed = { mark: { x: -400, width: 2000 }, isLeft: true, images: { x: -500, width: 2200 }, stage }
  expect(dividerAt(500, zoomed)).toBe(970)
})

test('a mark within the edge that the other side would keep is shown', () => {
  expect(at({ x: 876, width: 20 }, true)).toBe(900)
  expect(at({ x: 104, width: 20 }, false)).toBe(100)
})
