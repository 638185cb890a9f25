import { describe, expect, it } from 'vitest'
import { outlineOf } from '#shared/annotation/shapes'
import { boundsOf } from '~~/server/media/image/marks/crop'

describe('the outline of a mark', () => {
  const size = { width: 1000, height: 500 }
  it.each([
    [{ kind: 'rectangle', geometry: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } }, [100, 100, 300, 200]],
    [{ kind: 'ellipse', geometry: { cx: 0.5, cy: 0.5, rx: 0.1, ry: 0.2 } }, [400, 150, 200, 200]],
    [
      {
        kind: 'freehand',
        geometry: {
          points: [
            [0.1, 0.1],
            [0.3, 0.1],
            [0.3, 0.5],
          ],
        },
      },
      [100, 50, 200, 200],
    ],
  ] as const)('the outline of a mark has the bounds of the mark: %o', (shape, [x, y, width, height]) => {
    const bounds = boundsOf(outlineOf(shape as never, size, 1).flat())
    expect(bounds.x).toBeCloseTo(x)
    expect(bounds.y).toBeCloseTo(y)
    expect(bounds.width).toBeCloseTo(width)
    expect(bounds.height).toBeCloseTo(height)
  })

  it('the ring of a point and the head of an arrow have the same size at every scale', () => {
    const point = { kind: 'point', geometry: { x: 0.5, y: 0.5 } } as const
    const width = (scale: number) => boundsOf(outlineOf(point, size, scale).flat()).width * scale
    expect(width(0.25)).toBeCloseTo(width(1))
    const arrow = { kind: 'arrow', geometry: { x1: 0.1, y1: 0.5, x2: 0.9, y2: 0.5 } } as const
    const [, head = []] = outlineOf(arrow, size, 0.5)
    expect(head[1]).toEqual({ x: 900, y: 250 })
    expect(boundsOf(head)).toMatchObject({ width: 24, height: 22 })
  })
})
