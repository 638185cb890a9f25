import { describe, expect, it } from 'vitest'
import { geometries } from '#shared/annotation/shapes/geometries'
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
import { line, view } from '../../../support/reviews/shapes'

describe('an arrow', () => {
  it('an arrow goes from the start of the drag to its end, and has its pin at the start', () => {
    const drawn = drawShape('arrow', {
      path: [
        { x: 0.4, y: 0.3 },
        { x: 0.9, y: 0.9 },
        { x: 0.1, y: 0.1 },
      ],
      view,
    })
    expect(drawn).toEqual(line(0.4, 0.3, 0.1, 0.1))
    expect(anchorOf(drawn)).toEqual({ x: 0.4, y: 0.3 })
  })

  it('the bounds of an arrow are the box that has the two ends of the arrow at opposite corners', () => {
    expect(boundsOf(line(0.4, 0.1, 0.1, 0.3))).toEqual({
      x: 0.1,
      y: 0.1,
      width: expect.closeTo(0.3),
      height: expect.closeTo(0.2),
    })
  })

  it('an arrow keeps its direction when it is moved to the edge, and resizing it moves its head', () => {
    expect(moveShape(line(0.1, 0.1, 0.4, 0.3), -5, 0)).toEqual(line(0, 0.1, 0.3, 0.3))
    expect(sizeShape(line(0.1, 0.1, 0.4, 0.3), 0.1, 5)).toEqual(line(0.1, 0.1, 0.5, 1))
  })

  it('an arrow with more decimals than a person can draw stays valid after every change', () => {
    const random = seeded(13)
    for (let i = 0; i < 1000; i++) {
      const stored = line(random(), random(), random(), random())
      for (const { geometry } of [
        moveShape(stored, 3, 3),
        moveShape(stored, -random(), random()),
        sizeShape(stored, 2, 2),
        dragHandle(stored, 'start', { x: 1, y: 1 }),
      ])
        expect(geometries.arrow.schema.safeParse(geometry).error).toBeUndefined()
    }
  })

  it('an arrow has a handle on each end', () => {
    const mark = line(0.1, 0.2, 0.3, 0.4)
    expect(handlesOf(mark).map(each => each.name)).toEqual(['start', 'end'])
    expect(dragHandle(mark, 'start', { x: 0.5, y: 0.6 })).toEqual(line(0.5, 0.6, 0.3, 0.4))
    expect(dragHandle(mark, 'end', { x: 0.5, y: 2 })).toEqual(line(0.1, 0.2, 0.5, 1))
  })

  it('an arrow without width or without height is not rejected as too small', () => {
    expect(isTooSmall(line(0.1, 0.1, 0.1, 0.2), view)).toBe(false)
  })

  it('the description of an arrow states its start and end', () => {
    expect(describeShape(line(0.1, 0.2, 0.3, 0.4))).toBe('Arrow from 10%, 20% to 30%, 40%')
  })
})
