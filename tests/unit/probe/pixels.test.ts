import { describe, expect, it } from 'vitest'
import {
  contrastOf,
  cornerAt,
  distance,
  levelOf,
  limitedTo,
  nearestEdge,
  pixelAt,
  snapToEdges,
  toHex,
  toRgb,
  type PixelColor,
} from '~/probe/pixels'

const view = { image: { width: 100, height: 50 }, stage: { width: 900, height: 700 }, scale: 4, x: 10, y: 20 }
const opaque = (red: number, green: number, blue: number): PixelColor => [red, green, blue, 255]

describe('points of an image', () => {
  it('a point of the stage has a pixel and a nearest corner of the image, at any zoom', () => {
    expect(pixelAt(view, { x: 10 + 4 * 7 + 3.9, y: 20 })).toEqual({ x: 7, y: 0 })
    expect(cornerAt(view, { x: 10 + 4 * 7 + 3.9, y: 20 })).toEqual({ x: 8, y: 0 })
    // On a screen with two device pixels for a CSS pixel, an image of 100 % has a scale of 0.5.
    const half = { ...view, scale: 0.5 }
    expect(pixelAt(half, { x: 10 + 0.5 * 7 + 0.4, y: 20.9 })).toEqual({ x: 7, y: 1 })
  })

  it('a point outside of the image has the nearest pixel or corner of the image', () => {
    expect(pixelAt(view, { x: 9999, y: -5 })).toEqual({ x: 99, y: 0 })
    expect(cornerAt(view, { x: 9999, y: 9999 })).toEqual({ x: 100, y: 50 })
    expect(limitedTo({ x: 100, y: 51 }, view.image)).toEqual({ x: 100, y: 50 })
  })

  it('a measured distance has a width, a height and a diagonal, whatever its direction', () => {
    expect(distance({ x: 10, y: 10 }, { x: 7, y: 14 })).toEqual({ dx: 3, dy: 4, diagonal: 5 })
    expect(distance({ x: 0, y: 0 }, { x: 1, y: 1 })).toEqual({ dx: 1, dy: 1, diagonal: 1.4 })
  })
})

describe('edges near a point', () => {
  /** A row of gray pixels. */
  const row = (...grays: number[]) => grays.flatMap(gray => [gray, gray, gray, 255])

  it('nearestEdge returns the nearest edge before or after the middle of a row of pixels', () => {
    expect(nearestEdge(row(255, 0, 0, 0, 0, 0))).toBe(-2)
    expect(nearestEdge(row(0, 0, 0, 0, 0, 255))).toBe(2)
    expect(nearestEdge(row(0, 0, 0, 255, 255, 255))).toBe(0)
    expect(nearestEdge(row(255, 0, 0, 0, 255, 255))).toBe(1)
  })

  it('neighboring pixels are an edge if their channels differ by 48 in total, but not by 45', () => {
    expect(nearestEdge(row(0, 0, 0, 0, 16, 16))).toBe(1)
    expect(nearestEdge(row(0, 0, 0, 0, 15, 15))).toBeNull()
  })
})

describe('snapping', () => {
  /** A white image with a black rectangle from (10, 10) to (20, 16). */
  const read = (x: number, y: number, { width, height }: { width: number; height: number }) =>
    Array.from({ length: width * height }, (_, at) => [x + (at % width), y + Math.floor(at / width)]).flatMap(
      ([left = 0, top = 0]) => {
        const isInside = left >= 10 && left < 20 && top >= 10 && top < 16
        return isInside ? [0, 0, 0, 255] : [255, 255, 255, 255]
      },
    )

  it('a measured point snaps to a corner from its inner side and next to one of its edges', () => {
    for (const point of [
      { x: 12, y: 12 },
      { x: 8, y: 12 },
      { x: 12, y: 8 },
    ])
      expect(snapToEdges(read, point, 3)).toEqual({ x: 10, y: 10 })
  })

  it('a measured point within the snap distance of an edge moves to it, and a farther one does not', () => {
    expect(snapToEdges(read, { x: 15, y: 8 }, 3)).toEqual({ x: 15, y: 10 })
    expect(snapToEdges(read, { x: 15, y: 7 }, 3)).toEqual({ x: 15, y: 7 })
    expect(snapToEdges(() => undefined, { x: 12, y: 12 }, 3)).toEqual({ x: 12, y: 12 })
  })
})

describe('colors', () => {
  it('a color is written as in CSS, with its alpha if it is transparent', () => {
    expect([toHex(opaque(212, 66, 10)), toRgb(opaque(212, 66, 10))]).toEqual(['#d4420a', 'rgb(212 66 10)'])
    expect([toHex([0, 0, 0, 128]), toRgb([0, 0, 0, 128])]).toEqual(['#00000080', 'rgb(0 0 0 / 50%)'])
  })

  it('the contrast of two colors follows WCAG 2.2, in any order, and only for opaque colors', () => {
    expect(contrastOf(opaque(0, 0, 0), opaque(255, 255, 255))).toBeCloseTo(21)
    // The lightest gray that passes AA on white.
    expect(contrastOf(opaque(255, 255, 255), opaque(118, 118, 118))).toBeCloseTo(4.54, 2)
    expect(contrastOf(opaque(0, 0, 0), [255, 255, 255, 254])).toBeNull()
  })

  it('a contrast ratio has a WCAG level from its threshold on, and the lower level just below', () => {
    expect([7, 6.99, 4.5, 4.49, 3, 2.99].map(levelOf)).toEqual([
      'AAA',
      'AA',
      'AA',
      'AA large',
      'AA large',
      null,
    ])
  })
})
