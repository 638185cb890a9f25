import { describe, expect, it } from 'vitest'
import type { Shape } from '#shared/contract/geometry'
import {
  anchorOf,
  boundsOf,
  dragHandle,
  drawShape,
  handlesOf,
  isTooSmall,
  moveShape,
  sizeShape,
} from '#shared/annotation/shapes'
import { describeShape } from '~/annotation-texts/describe-shape'
import { seeded } from '../../../support/seeded'
import { box, view } from '../../../support/reviews/shapes'
import { geometries } from '#shared/annotation/shapes/geometries'

const corners = ['nw', 'ne', 'se', 'sw', 'n', 'e', 's', 'w'] as const
const expectValid = (shape: Shape) =>
  expect(geometries[shape.kind].schema.safeParse(shape.geometry).error, JSON.stringify(shape)).toBeUndefined()

describe('a rectangle', () => {
  it('a rectangle is drawn by a drag in any direction, and has its pin in the upper left corner', () => {
    const drawn = drawShape('rectangle', {
      path: [
        { x: 0.4, y: 0.3 },
        { x: 0.1, y: 0.1 },
      ],
      view,
    })
    expect(drawn).toEqual(box(0.1, 0.1, 0.3, 0.2))
    expect(anchorOf(drawn)).toEqual({ x: 0.1, y: 0.1 })
  })

  it('a rectangle keeps its exact size when it is moved, even with more than six decimals', () => {
    expect(moveShape(box(0.1, 0.1, 0.3, 0.2), 5, 5)).toEqual(box(0.7, 0.8, 0.3, 0.2))
    const third = box(0.1, 0.1, 1 / 3, 1 / 3)
    expect(boundsOf(moveShape(third, 1, 1))).toMatchObject({ width: 1 / 3, height: 1 / 3 })
  })

  it('a rectangle with more decimals than a person can draw stays valid after every change', () => {
    const random = seeded(13)
    for (let i = 0; i < 1000; i++) {
      const [x, y] = [random(), random()]
      const stored = box(x, y, (1 - x) * (0.01 + 0.99 * random()), (1 - y) / 3)
      for (const shape of [
        moveShape(stored, 3, 3),
        moveShape(stored, -random(), random()),
        sizeShape(stored, 2, 2),
        ...corners.map(handle => dragHandle(stored, handle, { x: 1, y: 1 })),
      ])
        expectValid(shape)
    }
  })

  it('the handles of a rectangle are at its four corners, then at its four sides', () => {
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
  })

  it('dragging a handle of a rectangle leaves the opposite corner or side in place', () => {
    const mark = box(0.2, 0.2, 0.4, 0.2)
    expect(dragHandle(mark, 'se', { x: 0.7, y: 0.7 })).toEqual(box(0.2, 0.2, 0.5, 0.5))
    expect(dragHandle(mark, 'nw', { x: 0.1, y: 0.3 })).toEqual(box(0.1, 0.3, 0.5, 0.1))
    expect(dragHandle(mark, 'n', { x: 0.9, y: 0.1 })).toEqual(box(0.2, 0.1, 0.4, 0.3))
    expect(dragHandle(mark, 'e', { x: 0.9, y: 0.9 })).toEqual(box(0.2, 0.2, 0.7, 0.2))
  })

  it('a rectangle flips when a handle passes the opposite side, and its size stays above zero', () => {
    expect(dragHandle(box(0.2, 0.2, 0.4, 0.2), 'se', { x: 0.1, y: 0.1 })).toEqual(box(0.1, 0.1, 0.1, 0.1))
    expect(dragHandle(box(0.8, 0.8, 0.2, 0.2), 'nw', { x: 1, y: 1 })).toEqual(
      box(0.9999, 0.9999, 0.0001, 0.0001),
    )
    expect(sizeShape(box(0.2, 0.2, 0.1, 0.1), -5, -5)).toEqual(box(0.2, 0.2, 0.0001, 0.0001))
  })

  it('a rectangle that is as thin as a border is not rejected as too small', () => {
    expect(isTooSmall(box(0.1, 0.1, 0.3, 0.001), view)).toBe(false)
    expect(isTooSmall(box(0.1, 0.1, 0.003, 0.003), view)).toBe(true)
  })

  it('the description of a rectangle states its position and size', () => {
    expect(describeShape(box(0.35, 0.24, 0.3, 0.19))).toBe(
      'Rectangle at 35% from the left, 24% from the top, 30% × 19%',
    )
  })
})
