import { expect, it } from 'vitest'
import { boxInPadded, paddedSize } from '#shared/difference/padded-size'

it('compared images of different sizes are padded to a common size, and not stretched', () => {
  expect(paddedSize({ width: 100, height: 20 }, { width: 50, height: 80 })).toEqual({
    width: 100,
    height: 80,
  })
  expect(
    boxInPadded(
      { x: 0.5, y: 0.5, width: 0.5, height: 0.25 },
      { width: 50, height: 40 },
      { width: 100, height: 80 },
    ),
  ).toEqual({ x: 0.25, y: 0.25, width: 0.25, height: 0.125 })
})
