import { describe, expect, it } from 'vitest'
import type { Shape } from '#shared/contract/geometry'
import {
  anchorOf,
  boundsOf,
  dragHandle,
  drawShape,
  hitTest,
  isTooSmall,
  moveShape,
  sizeShape,
  type Drag,
} from '#shared/annotation/shapes'
import { describeShape } from '~/annotation-texts/describe-shape'
import { zoomAt } from '~/annotation/zoom-and-pan'
import { simplify } from '#shared/annotation/shapes/freehand/simplify'
import { smooth } from '#shared/annotation/shapes/freehand/smooth'
import { box, view } from '../../../support/reviews/shapes'

const stroke = (...points: [number, number][]): Shape => ({ kind: 'freehand', geometry: { points } })
const drawn = (path: { x: number; y: number }[], zoom = 1) =>
  drawShape('freehand', { path: path as unknown as Drag['path'], view: zoomAt(view, { scale: zoom }) })
    .geometry.points

describe('a freehand line', () => {
  it('a freehand line keeps the corners of its path, and drops the points between the corners', () => {
    const path = [
      ...Array.from({ length: 50 }, (_, i) => ({ x: 0.1 + i * 0.01, y: 0.1 })),
      ...Array.from({ length: 50 }, (_, i) => ({ x: 0.6, y: 0.1 + i * 0.01 })),
      { x: 0.6, y: 0.6 },
    ]
    expect(drawn(path)).toEqual([
      [0.1, 0.1],
      [0.6, 0.1],
      [0.6, 0.6],
    ])
  })

  it('a freehand line gets more points if it is drawn zoomed in, but never more than 256', () => {
    const spiral = Array.from({ length: 5000 }, (_, i) => ({
      x: 0.5 + (i / 12_000) * Math.cos(i / 10),
      y: 0.5 + (i / 12_000) * Math.sin(i / 10),
    }))
    expect(drawn(spiral)).toHaveLength(256)
    const arc = Array.from({ length: 60 }, (_, i) => ({ x: i / 100, y: 0.5 + 0.002 * Math.sin(i / 5) }))
    expect(drawn(arc, 8).length).toBeGreaterThan(drawn(arc).length)
  })

  it('a freehand line moves as a whole, and stops at the edge', () => {
    expect(moveShape(stroke([0.1, 0.2], [0.3, 0.1], [0.2, 0.4]), 0.1, -5)).toEqual(
      stroke([0.2, 0.1], [0.4, 0], [0.3, 0.3]),
    )
  })

  it('dragging a handle resizes a freehand line, and mirrors it past the opposite handle', () => {
    const mark = stroke([0.2, 0.2], [0.4, 0.2], [0.6, 0.4])
    expect(dragHandle(mark, 'se', { x: 0.4, y: 0.3 })).toEqual(stroke([0.2, 0.2], [0.3, 0.2], [0.4, 0.3]))
    expect(dragHandle(mark, 'w', { x: 0.4, y: 0.9 })).toEqual(stroke([0.4, 0.2], [0.5, 0.2], [0.6, 0.4]))
    expect(dragHandle(mark, 'e', { x: 0.1, y: 0 })).toEqual(stroke([0.2, 0.2], [0.15, 0.2], [0.1, 0.4]))
    expect(dragHandle(mark, 'n', { x: 0, y: 0.6 })).toEqual(stroke([0.2, 0.6], [0.4, 0.6], [0.6, 0.4]))
    expect(sizeShape(mark, 0.1, 0.1)).toEqual(stroke([0.2, 0.2], [0.45, 0.2], [0.7, 0.5]))
  })

  it('a straight freehand line stays straight when its box is resized', () => {
    const flat = stroke([0.2, 0.5], [0.6, 0.5])
    expect(dragHandle(flat, 'se', { x: 0.8, y: 0.9 })).toEqual(stroke([0.2, 0.5], [0.8, 0.5]))
    expect(isTooSmall(flat, view)).toBe(false)
  })

  it('a click hits a freehand line only near the line, and not inside the loop that it forms', () => {
    const loop = { shape: stroke([0.2, 0.2], [0.6, 0.2], [0.6, 0.6], [0.2, 0.6], [0.2, 0.2]) }
    const hit = (x: number, y: number) => hitTest([loop], { x, y }, view) !== null
    expect([hit(0.4, 0.207), hit(0.593, 0.5), hit(0.4, 0.21), hit(0.4, 0.4)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const around = { shape: box(0.1, 0.1, 0.8, 0.8) }
    expect(hitTest([loop, around], { x: 0.4, y: 0.2 }, view)).toBe(loop)
  })

  it('the bounds of a freehand line contain all its points, and its pin is at the first point', () => {
    const mark = stroke([0.5, 0.3], [0.2, 0.6], [0.4, 0.1])
    expect(boundsOf(mark)).toEqual({ x: 0.2, y: 0.1, width: 0.3, height: 0.5 })
    expect(anchorOf(mark)).toEqual({ x: 0.5, y: 0.3 })
  })

  it('the description of a freehand line states its start, end and size', () => {
    expect(describeShape(stroke([0.1, 0.2], [0.5, 0.6], [0.3, 0.4]))).toBe(
      'Freehand line from 10%, 20% to 30%, 40%, 40% × 40%',
    )
  })
})

describe('simplifying', () => {
  const bump = (height: number) => [
    { x: 0, y: 0 },
    { x: 50, y: height },
    { x: 100, y: 0 },
  ]

  it('simplifying a line drops points within the tolerance, and keeps points beyond the tolerance', () => {
    expect(simplify(bump(0.75), 0.75, 256)).toEqual([0, 2])
    expect(simplify(bump(0.76), 0.75, 256)).toEqual([0, 1, 2])
  })

  it('simplifying a line keeps the most significant points if the number of points is limited', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 20, y: 5 },
      { x: 40, y: 0 },
      { x: 60, y: 40 },
      { x: 80, y: 0 },
    ]
    expect(simplify(points, 1, 3)).toEqual([0, 3, 4])
  })
})

describe('smoothing', () => {
  it('a smoothed curve passes through every point, and stays straight where the line is straight', () => {
    const line = [0, 30, 60].map(x => ({ x, y: 10 }))
    const curves = smooth(line)
    expect(curves.map(each => each.to)).toEqual(line.slice(1))
    expect(curves.flatMap(each => [each.control1.y, each.control2.y])).toEqual([10, 10, 10, 10])
  })

  it('smoothing rounds a gentle turn, and leaves a sharp corner unchanged', () => {
    const gentle = smooth([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 60, y: 15 },
    ])
    expect(gentle[0]?.control2.y).toBeLessThan(0)
    expect(gentle[1]?.control1.y).toBeGreaterThan(0)
    const sharp = smooth([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 30 },
    ])
    expect(sharp[0]?.control2).toEqual({ x: 30, y: 0 })
    expect(sharp[1]?.control1).toEqual({ x: 30, y: 0 })
  })
})
