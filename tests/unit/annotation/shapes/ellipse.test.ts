import { describe, expect, it } from 'vitest'
import { geometries } from '#shared/annotation/shapes/geometries'
import type { Shape } from '#shared/contract/geometry'
import {
  anchorOf,
  boundsOf,
  dragHandle,
  drawShape,
  handlesOf,
  hitTest,
  isTooSmall,
  moveShape,
  sizeShape,
} from '#shared/annotation/shapes'
import { describeShape } from '~/annotation-texts/describe-shape'
import { fit } from '~/annotation/zoom-and-pan'
import { seeded } from '../../../support/seeded'
import { box, view } from '../../../support/reviews/shapes'

const oval = (cx: number, cy: number, rx: number, ry: number): Shape => ({
  kind: 'ellipse',
  geometry: { cx, cy, rx, ry },
})

describe('an ellipse', () => {
  it('an ellipse fills the box of a drag in any direction', () => {
    const path = [
      { x: 0.5, y: 0.6 },
      { x: 0.1, y: 0.2 },
    ] as const
    expect(drawShape('ellipse', { path, view })).toEqual(oval(0.3, 0.4, 0.2, 0.2))
  })

  it('an ellipse that is drawn with Shift is a circle, and Alt draws it from its center', () => {
    const wide = fit({ width: 2000, height: 1000 }, { width: 2000, height: 1000 }, 0)
    const path = [
      { x: 0.5, y: 0.5 },
      { x: 0.6, y: 0.52 },
    ] as const
    expect(drawShape('ellipse', { path, view: wide, equal: true })).toEqual(oval(0.55, 0.6, 0.05, 0.1))
    expect(drawShape('ellipse', { path, view, centered: true })).toEqual(oval(0.5, 0.5, 0.1, 0.02))
    expect(drawShape('ellipse', { path, view, equal: true, centered: true })).toEqual(
      oval(0.5, 0.5, 0.1, 0.1),
    )
  })

  it('an ellipse keeps its radii when it is moved up to the edge', () => {
    expect(moveShape(oval(0.3, 0.3, 0.1, 0.2), 5, -5)).toEqual(oval(0.9, 0.2, 0.1, 0.2))
    expect(moveShape(oval(0.3, 0.3, 1 / 7, 0.2), -5, 0)).toMatchObject({ geometry: { rx: 1 / 7 } })
  })

  it('an ellipse with more decimals than a person can draw stays valid after every change', () => {
    const random = seeded(13)
    for (let i = 0; i < 1000; i++) {
      const [rx, ry] = [0.0001 + random() * 0.49, 0.0001 + random() * 0.49]
      const stored = oval(rx + random() * (1 - 2 * rx), ry + random() * (1 - 2 * ry), rx, ry)
      for (const { geometry } of [
        moveShape(stored, 3, 3),
        moveShape(stored, -random(), random()),
        sizeShape(stored, 2, 2),
        ...handlesOf(stored).map(({ name }) => dragHandle(stored, name, { x: 1, y: 1 })),
      ])
        expect(geometries.ellipse.schema.safeParse(geometry).error, JSON.stringify(geometry)).toBeUndefined()
    }
  })

  it('dragging a handle resizes an ellipse, and flips it when the handle passes the opposite one', () => {
    const mark = oval(0.4, 0.3, 0.2, 0.1)
    expect(boundsOf(mark)).toEqual({
      x: expect.closeTo(0.2, 6),
      y: expect.closeTo(0.2, 6),
      width: 0.4,
      height: 0.2,
    })
    expect(dragHandle(mark, 'se', { x: 0.8, y: 0.8 })).toEqual(oval(0.5, 0.5, 0.3, 0.3))
    expect(dragHandle(mark, 'n', { x: 0.9, y: 0.1 })).toEqual(oval(0.4, 0.25, 0.2, 0.15))
    expect(dragHandle(mark, 'se', { x: 0.1, y: 0.1 })).toEqual(oval(0.15, 0.15, 0.05, 0.05))
    expect(sizeShape(mark, 0.1, 0)).toEqual(oval(0.45, 0.3, 0.25, 0.1))
  })

  it('the pin of an ellipse is on its outline', () => {
    const { x, y } = anchorOf(oval(0.5, 0.5, 0.2, 0.1))
    expect(((x - 0.5) / 0.2) ** 2 + ((y - 0.5) / 0.1) ** 2).toBeCloseTo(1)
    expect([x < 0.5, y < 0.5]).toEqual([true, true])
  })

  it('a click hits an ellipse inside and near its outline, and misses it in a corner of its box', () => {
    const marks = [{ shape: oval(0.5, 0.5, 0.2, 0.1) }]
    const hit = (x: number, y: number) => hitTest(marks, { x, y }, view) !== null
    expect([hit(0.5, 0.5), hit(0.69, 0.5), hit(0.6, 0.55)]).toEqual([true, true, true])
    expect([hit(0.707, 0.5), hit(0.5, 0.607), hit(0.709, 0.5), hit(0.5, 0.609)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([hit(0.69, 0.59), hit(0.31, 0.41)]).toEqual([false, false])
  })

  it('a click hits a long thin ellipse only within the usual distance of its outline', () => {
    const marks = [{ shape: oval(0.5, 0.5, 0.4, 0.002) }]
    const hit = (x: number, y: number) => hitTest(marks, { x, y }, view) !== null
    expect([hit(0.7, 0.508), hit(0.7, 0.515)]).toEqual([true, false])
  })

  it('a click on an ellipse and a rectangle that overlap selects the smaller shape', () => {
    const [around, inside] = [{ shape: box(0.2, 0.2, 0.6, 0.6) }, { shape: box(0.45, 0.45, 0.1, 0.1) }]
    const mark = { shape: oval(0.5, 0.5, 0.2, 0.2) }
    expect(hitTest([mark, around, inside], { x: 0.6, y: 0.5 }, view)).toBe(mark)
    expect(hitTest([inside, mark, around], { x: 0.5, y: 0.5 }, view)).toBe(inside)
  })

  it('a thin ellipse is accepted, and an ellipse below four CSS pixels is rejected as too small', () => {
    expect(isTooSmall(oval(0.5, 0.5, 0.2, 0.0005), view)).toBe(false)
    expect(isTooSmall(oval(0.5, 0.5, 0.0015, 0.0015), view)).toBe(true)
  })

  it('the description of an ellipse states its center and size', () => {
    expect(describeShape(oval(0.5, 0.25, 0.15, 0.1))).toBe(
      'Ellipse around 50% from the left, 25% from the top, 30% × 20%',
    )
  })
})
