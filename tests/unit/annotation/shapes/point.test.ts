import { describe, expect, it } from 'vitest'
import { drawShape, dragHandle, handlesOf, moveShape, sizeShape } from '#shared/annotation/shapes'
import { describeShape } from '~/annotation-texts/describe-shape'
import { spot, view } from '../../../support/reviews/shapes'

describe('a point', () => {
  it('a point is at the end of the drag that draws it', () => {
    expect(
      drawShape('point', {
        path: [
          { x: 0.4, y: 0.3 },
          { x: 0.1, y: 0.1 },
        ],
        view,
      }),
    ).toEqual(spot(0.1, 0.1))
  })

  it('a point can be moved up to the edge, and resizing does not change a point', () => {
    expect(moveShape(spot(0.1, 0.9), 0.2, 0.2)).toEqual(spot(0.3, 1))
    expect(sizeShape(spot(0.1, 0.9), 0.2, 0.2)).toEqual(spot(0.1, 0.9))
  })

  it('a point has one handle, which is at the point itself', () => {
    expect(handlesOf(spot(0.1, 0.2))).toEqual([{ name: 'spot', at: { x: 0.1, y: 0.2 } }])
    expect(dragHandle(spot(0.1, 0.2), 'spot', { x: 0.5, y: 0.6 })).toEqual(spot(0.5, 0.6))
  })

  it('the description of a point states its position', () => {
    expect(describeShape(spot(0.5, 0.25))).toBe('Point at 50% from the left, 25% from the top')
  })
})
