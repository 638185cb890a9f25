import { expect, it } from 'vitest'
import { toPixels } from '#shared/annotation/to-pixels'
import type { Shape } from '#shared/contract/geometry'

const examples: [shape: Shape, pixels: object][] = [
  [
    { kind: 'point', geometry: { x: 0.5, y: 0.25 } },
    { x: 500, y: 50 },
  ],
  [
    { kind: 'rectangle', geometry: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } },
    { x: 100, y: 40, width: 300, height: 80 },
  ],
  [
    { kind: 'ellipse', geometry: { cx: 0.5, cy: 0.5, rx: 0.1, ry: 0.1 } },
    { cx: 500, cy: 100, rx: 100, ry: 20 },
  ],
  [
    { kind: 'arrow', geometry: { x1: 0, y1: 0, x2: 1, y2: 1 } },
    { x1: 0, y1: 0, x2: 1000, y2: 200 },
  ],
  [
    {
      kind: 'freehand',
      geometry: {
        points: [
          [0.1, 0.1],
          [0.9, 0.5],
        ],
      },
    },
    {
      points: [
        [100, 20],
        [900, 100],
      ],
    },
  ],
]

it.each(examples)('toPixels converts %o to pixels of a picture of 1000 × 200', (shape, pixels) => {
  expect(toPixels(shape, { width: 1000, height: 200 })).toEqual(pixels)
})
