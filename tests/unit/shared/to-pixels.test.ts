import { expect, test } from 'vitest'
import { toPixels } from '#shared/to-pixels'

test.each([
  [
    { x: 0.5, y: 0.25 },
    { x: 500, y: 50 },
  ],
  [
    { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
    { x: 100, y: 40, width: 300, height: 80 },
  ],
  [
    { cx: 0.5, cy: 0.5, rx: 0.1, ry: 0.1 },
    { cx: 500, cy: 100, rx: 100, ry: 20 },
  ],
  [
    { x1: 0, y1: 0, x2: 1, y2: 1 },
    { x1: 0, y1: 0, x2: 1000, y2: 200 },
  ],
  [
    {
      points: [
        [0.1, 0.1],
        [0.9, 0.5],
      ],
    },
    {
      points: [
        [100, 20],
        [900, 100],
      ],
    },
  ],
])('%o in pixels of a picture of 1000 × 200', (geometry, pixels) => {
  expect(toPixels(geometry as never, { width: 1000, height: 200 })).toEqual(pixels)
})
