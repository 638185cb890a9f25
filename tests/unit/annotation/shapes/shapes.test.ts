import { describe, expect, it } from 'vitest'
import { geometryOf, type Shape, type ShapeKind } from '#shared/contract/geometry'
import { fit, fitWidth, zoomAt } from '~/annotation/projection'
import {
  anchorOf,
  boundsOf,
  describeShape,
  dragHandle,
  drawShape,
  handleAt,
  handlesOf,
  hitTest,
  isTooSmall,
  moveShape,
  shapeOf,
  shapeUtils,
  sizeShape,
} from '~/annotation/shapes'
import { seeded } from '../../../support/seeded'

const view = fit({ width: 1000, height: 1000 }, { width: 1000, height: 1000 }, 0)
const kinds = ['point', 'rectangle', 'arrow'] as const
const allHandles = kinds.flatMap(kind =>
  handlesOf(drawShape(kind, { x: 0.2, y: 0.2 }, { x: 0.6, y: 0.6 })).map(each => each.name),
)
const box = (x: number, y: number, width: number, height: number): Shape => ({
  kind: 'rectangle',
  geometry: { x, y, width, height },
})
const spot = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })
const line = (x1: number, y1: number, x2: number, y2: number): Shape => ({
  kind: 'arrow',
  geometry: { x1, y1, x2, y2 },
})
const expectValid = (shape: Shape) =>
  expect(geometryOf[shape.kind].safeParse(shape.geometry).error, JSON.stringify(shape)).toBeUndefined()
const decimals = (shape: Shape) =>
  Math.max(...Object.values(shape.geometry).map(value => String(value).split('.')[1]?.length ?? 0))

describe('marks', () => {
  it('are always what the contract accepts, in six decimals, however they are drawn, moved, sized and dragged', () => {
    const random = seeded(11)
    const next = () => random() * 1.6 - 0.3
    for (let i = 0; i < 6000; i++) {
      const drawn = drawShape(kinds[i % 3] as ShapeKind, { x: next(), y: next() }, { x: next(), y: next() })
      const handle = allHandles[i % allHandles.length] ?? 'spot'
      for (const shape of [
        drawn,
        moveShape(drawn, next(), next()),
        sizeShape(drawn, next(), next()),
        dragHandle(drawn, handle, { x: next(), y: next() }),
      ]) {
        expectValid(shape)
        expect(decimals(shape)).toBeLessThanOrEqual(6)
      }
    }
  })

  it('stay valid when an agent stored them with more decimals than a person draws', () => {
    const random = seeded(13)
    for (let i = 0; i < 3000; i++) {
      const [x, y] = [random(), random()]
      const stored = [
        spot(x, y),
        line(x, y, random(), random()),
        box(x, y, (1 - x) * (0.01 + 0.99 * random()), (1 - y) / 3),
      ][i % 3] as Shape
      for (const shape of [
        moveShape(stored, 3, 3),
        moveShape(stored, -random(), random()),
        sizeShape(stored, 2, 2),
        ...allHandles.map(handle => dragHandle(stored, handle, { x: 1, y: 1 })),
      ])
        expectValid(shape)
    }
  })

  it('move without changing size, up to the edge', () => {
    expect(moveShape(box(0.1, 0.1, 0.3, 0.2), 5, 5)).toEqual(box(0.7, 0.8, 0.3, 0.2))
    expect(moveShape(line(0.1, 0.1, 0.4, 0.3), -5, 0)).toEqual(line(0, 0.1, 0.3, 0.3))
    expect(moveShape(spot(0.1, 0.9), 0.2, 0.2)).toEqual(spot(0.3, 1))
    const third = box(0.1, 0.1, 1 / 3, 1 / 3)
    expect(boundsOf(moveShape(third, 1, 1))).toMatchObject({ width: 1 / 3, height: 1 / 3 })
  })

  it('are drawn in any direction, and know their pin', () => {
    expect(anchorOf(drawShape('rectangle', { x: 0.4, y: 0.3 }, { x: 0.1, y: 0.1 }))).toEqual({
      x: 0.1,
      y: 0.1,
    })
    expect(anchorOf(drawShape('arrow', { x: 0.4, y: 0.3 }, { x: 0.1, y: 0.1 }))).toEqual({ x: 0.4, y: 0.3 })
    expect(drawShape('point', { x: 0.4, y: 0.3 }, { x: 0.1, y: 0.1 })).toEqual(spot(0.1, 0.1))
  })

  it('cover what they cover', () => {
    expect(boundsOf(line(0.4, 0.1, 0.1, 0.3))).toEqual({
      x: 0.1,
      y: 0.1,
      width: expect.closeTo(0.3),
      height: expect.closeTo(0.2),
    })
    expect(boundsOf(spot(0.4, 0.1))).toEqual({ x: 0.4, y: 0.1, width: 0, height: 0 })
  })

  it('are too small by what is seen, not by what is stored', () => {
    const slip = box(0.1, 0.1, 0.003, 0.003)
    expect([isTooSmall(slip, view), isTooSmall(slip, zoomAt(view, { scale: 4 }))]).toEqual([true, false])
    expect(isTooSmall(box(0.1, 0.1, 0.3, 0.001), view)).toBe(false)
    expect([
      isTooSmall(line(0.1, 0.1, 0.102, 0.102), view),
      isTooSmall(line(0.1, 0.1, 0.1, 0.2), view),
      isTooSmall(spot(0, 0), view),
    ]).toEqual([true, false, false])
  })

  it('say where they are', () => {
    expect(describeShape(box(0.35, 0.24, 0.3, 0.19))).toBe(
      'Rectangle at 35 % from the left, 24 % from the top, 30 % × 19 %',
    )
    expect(describeShape(spot(0.5, 0.25))).toBe('Point at 50 % from the left, 25 % from the top')
    expect(describeShape(line(0.1, 0.2, 0.3, 0.4))).toBe('Arrow from 10 %, 20 % to 30 %, 40 %')
  })

  it('are read from notes of drawn kinds only, with a geometry of their kind', () => {
    expect(shapeOf({ kind: 'timestamp', geometry: null })).toBeNull()
    expect(shapeOf({ kind: 'arrow', geometry: { x: 0.1, y: 0.1 } })).toBeNull()
    expect(shapeOf({ kind: 'review', geometry: { x: 0.1, y: 0.1 } })).toBeNull()
    for (const shape of [spot(0.1, 0.1), box(0.1, 0.1, 0.1, 0.1), line(0.1, 0.1, 0.2, 0.2)])
      expect(shapeOf(shape)).toEqual(shape)
  })

  it('have a util for every kind of the contract', () => {
    expect(Object.keys(shapeUtils).sort()).toEqual(Object.keys(geometryOf).sort())
  })
})

describe('handles', () => {
  it("stand on a rectangle's corners and sides, an arrow's ends, and a point itself", () => {
    expect(
      handlesOf(box(0.2, 0.2, 0.4, 0.2)).map(
        ({ name, at }) => `${name} ${at.x.toFixed(1)} ${at.y.toFixed(1)}`,
      ),
    ).toEqual([
      'nw 0.2 0.2',
      'ne 0.6 0.2',
      'se 0.6 0.4',
      'sw 0.2 0.4',
      'n 0.4 0.2',
      'e 0.6 0.3',
      's 0.4 0.4',
      'w 0.2 0.3',
    ])
    expect(handlesOf(line(0.1, 0.2, 0.3, 0.4)).map(each => each.name)).toEqual(['start', 'end'])
    expect(handlesOf(spot(0.1, 0.2))).toEqual([{ name: 'spot', at: { x: 0.1, y: 0.2 } }])
  })

  it('keep the opposite corner or side while they are dragged', () => {
    const mark = box(0.2, 0.2, 0.4, 0.2)
    expect(dragHandle(mark, 'se', { x: 0.7, y: 0.7 })).toEqual(box(0.2, 0.2, 0.5, 0.5))
    expect(dragHandle(mark, 'nw', { x: 0.1, y: 0.3 })).toEqual(box(0.1, 0.3, 0.5, 0.1))
    expect(dragHandle(mark, 'n', { x: 0.9, y: 0.1 })).toEqual(box(0.2, 0.1, 0.4, 0.3))
    expect(dragHandle(mark, 'e', { x: 0.9, y: 0.9 })).toEqual(box(0.2, 0.2, 0.7, 0.2))
    expect(dragHandle(line(0.1, 0.2, 0.3, 0.4), 'start', { x: 0.5, y: 0.6 })).toEqual(
      line(0.5, 0.6, 0.3, 0.4),
    )
    expect(dragHandle(line(0.1, 0.2, 0.3, 0.4), 'end', { x: 0.5, y: 2 })).toEqual(line(0.1, 0.2, 0.5, 1))
    expect(dragHandle(spot(0.1, 0.2), 'spot', { x: 0.5, y: 0.6 })).toEqual(spot(0.5, 0.6))
  })

  it('turn a rectangle over when they pass the opposite side, and never make it nothing', () => {
    expect(dragHandle(box(0.2, 0.2, 0.4, 0.2), 'se', { x: 0.1, y: 0.1 })).toEqual(box(0.1, 0.1, 0.1, 0.1))
    expect(dragHandle(box(0.8, 0.8, 0.2, 0.2), 'nw', { x: 1, y: 1 })).toEqual(
      box(0.9999, 0.9999, 0.0001, 0.0001),
    )
  })

  it('of another kind change nothing', () => {
    for (const mark of [spot(0.1, 0.1), line(0.1, 0.1, 0.2, 0.2)])
      expect(dragHandle(mark, 'se', { x: 0.5, y: 0.5 })).toEqual(mark)
    expect(dragHandle(box(0.1, 0.1, 0.2, 0.2), 'end', { x: 0.5, y: 0.5 })).toEqual(box(0.1, 0.1, 0.2, 0.2))
  })

  it('are found near a spot, the nearest first', () => {
    const mark = box(0.2, 0.2, 0.4, 0.2)
    expect(handleAt(mark, { x: 0.605, y: 0.405 }, view)?.name).toBe('se')
    expect(handleAt(mark, { x: 0.4, y: 0.3 }, view)).toBeNull()
    expect(handleAt(box(0.2, 0.2, 0.0001, 0.0001), { x: 0.2, y: 0.2 }, view)?.name).toBe('nw')
  })
})

describe('a click', () => {
  const hit = (shapes: Shape[], x: number, y: number) =>
    shapes.indexOf(
      hitTest(
        shapes.map(shape => ({ shape })),
        { x, y },
        view,
      )?.shape as Shape,
    )

  it('hits what it is on or within the tolerance of, in CSS pixels', () => {
    expect([hit([line(0.1, 0.1, 0.5, 0.5)], 0.3, 0.305), hit([line(0.1, 0.1, 0.5, 0.5)], 0.3, 0.33)]).toEqual(
      [0, -1],
    )
    expect([hit([spot(0.5, 0.5)], 0.518, 0.5), hit([spot(0.5, 0.5)], 0.53, 0.5)]).toEqual([0, -1])
    expect([
      hit([box(0.1, 0.1, 0.2, 0.2)], 0.2, 0.2),
      hit([box(0.1, 0.1, 0.2, 0.2)], 0.307, 0.2),
      hit([box(0.1, 0.1, 0.2, 0.2)], 0.32, 0.2),
    ]).toEqual([0, 0, -1])
    const far = fitWidth({ width: 1000, height: 20_000 }, { width: 1000, height: 800 }, 0)
    expect(hitTest([{ shape: spot(0.5, 0.01) }], { x: 0.5, y: 0.0105 }, far)).not.toBeNull()
    expect(hitTest([], { x: 0.5, y: 0.5 }, view)).toBeNull()
  })

  it('means the smaller rectangle in a larger one, whichever was drawn later', () => {
    const [small, large] = [box(0.4, 0.4, 0.1, 0.1), box(0.1, 0.1, 0.8, 0.8)]
    expect([
      hit([small, large], 0.45, 0.45),
      hit([large, small], 0.45, 0.45),
      hit([small, large], 0.2, 0.2),
    ]).toEqual([0, 1, 1])
  })

  it('means a point or an arrow before the rectangle around it, the nearest of several, and the topmost of equals', () => {
    expect(hit([line(0.2, 0.2, 0.8, 0.8), box(0.4, 0.4, 0.1, 0.1)], 0.45, 0.452)).toBe(0)
    expect(hit([spot(0.5, 0.5), spot(0.53, 0.5)], 0.517, 0.5)).toBe(1)
    expect(hit([spot(0.5, 0.5), spot(0.5, 0.5)], 0.5, 0.5)).toBe(1)
  })

  it('on an arrow of no length is measured from its tail', () => {
    expect(hit([line(0.5, 0.5, 0.5, 0.5)], 0.505, 0.5)).toBe(0)
  })
})
