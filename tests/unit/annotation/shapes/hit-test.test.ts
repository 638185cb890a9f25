import { describe, expect, it } from 'vitest'
import type { Shape } from '#shared/contract/geometry'
import { fitWidth } from '~/annotation/zoom-and-pan'
import { handleAt, hitTest } from '#shared/annotation/shapes'
import { box, line, spot, view } from '../../../support/reviews/shapes'

describe('a click', () => {
  /** Returns the index of the shape that a click selects; -1 if the click selects none. */
  const hit = (shapes: Shape[], x: number, y: number) => {
    const marks = shapes.map(shape => ({ shape }))
    const found = hitTest(marks, { x, y }, view)
    return found ? marks.indexOf(found) : -1
  }

  it('a click selects the mark under the cursor, or a mark within the tolerance in CSS pixels', () => {
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

  it('a click on two overlapping areas selects the smaller one, whichever was drawn later', () => {
    const [small, large] = [box(0.4, 0.4, 0.1, 0.1), box(0.1, 0.1, 0.8, 0.8)]
    expect([
      hit([small, large], 0.45, 0.45),
      hit([large, small], 0.45, 0.45),
      hit([small, large], 0.2, 0.2),
    ]).toEqual([0, 1, 1])
  })

  it('a click selects a point or line before an area, else the nearest mark, else the topmost mark', () => {
    expect(hit([line(0.2, 0.2, 0.8, 0.8), box(0.4, 0.4, 0.1, 0.1)], 0.45, 0.452)).toBe(0)
    expect(hit([spot(0.5, 0.5), spot(0.53, 0.5)], 0.517, 0.5)).toBe(1)
    expect(hit([spot(0.5, 0.5), spot(0.5, 0.5)], 0.5, 0.5)).toBe(1)
  })

  it('a click near an arrow of zero length is measured from the tail of the arrow', () => {
    expect(hit([line(0.5, 0.5, 0.5, 0.5)], 0.505, 0.5)).toBe(0)
  })
})

describe('a handle', () => {
  it('handleAt returns the nearest handle, and prefers a corner to a side at equal distance', () => {
    const mark = box(0.2, 0.2, 0.4, 0.2)
    expect(handleAt(mark, { x: 0.605, y: 0.405 }, view)?.name).toBe('se')
    expect(handleAt(mark, { x: 0.4, y: 0.3 }, view)).toBeNull()
    expect(handleAt(box(0.2, 0.2, 0.0001, 0.0001), { x: 0.2, y: 0.2 }, view)?.name).toBe('nw')
  })
})
