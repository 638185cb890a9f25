import { expect, it } from 'vitest'
import { rectangleOf } from '#shared/difference/changes'

const change = { x: 100, y: 50, width: 20, height: 10, pixels: 5 }

it('the rectangle of a changed region has a margin of four pixels', () => {
  expect(rectangleOf(change, { width: 1000, height: 500 })).toEqual({
    x: 0.096,
    y: 0.092,
    width: 0.028,
    height: 0.036,
  })
})

it('the rectangle of a changed region stays inside the image', () => {
  const image = { width: 110, height: 55 }
  const box = rectangleOf(change, image)
  expect(box && [box.x + box.width, box.y + box.height]).toEqual([1, 1])
  expect(rectangleOf({ ...change, x: 0, y: 0 }, image)).toMatchObject({ x: 0, y: 0 })
})

it('a changed region that is outside of the image has no rectangle', () => {
  expect(rectangleOf(change, { width: 100, height: 500 })).toBeNull()
  expect(rectangleOf(change, { width: 1000, height: 50 })).toBeNull()
})
