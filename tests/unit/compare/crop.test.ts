import { describe, expect, it } from 'vitest'
import type { Size } from '#shared/annotation/projection'
import { cropImageStyle, cropAround } from '~/compare/crop'

const image = { width: 1280, height: 800 }

describe('the crop of a spot', () => {
  const point = { x: 0.5, y: 0.5, width: 0, height: 0 }

  it('the crop of a spot shows at least 240 × 135 pixels around a point, in the given aspect ratio', () => {
    expect(cropAround(point, image, 16 / 9)).toEqual({ x: 520, y: 332.5, width: 240, height: 135 })
    expect(cropAround(point, image, 1)).toMatchObject({ width: 240, height: 240 })
    expect(cropAround(point, image, 4)).toMatchObject({ width: 540, height: 135 })
  })

  it('the crop of a spot is larger in an image with more pixels, and in one of a dense screen', () => {
    expect(cropAround(point, { width: 2560, height: 1600 }, 2)).toMatchObject({ width: 540, height: 270 })
    expect(cropAround(point, { width: 400, height: 1600 }, 2)).toMatchObject({ width: 270, height: 135 })
    expect(cropAround(point, { width: 1170, height: 2532 }, 2, 3)).toMatchObject({ width: 810, height: 405 })
  })

  it('the crop of a changed word contains the words next to it and the line below', () => {
    const [x, y, width, height] = [95, 205, 170, 27]
    const word = { x: x / 1280, y: y / 800, width: width / 1280, height: height / 800 }
    const crop = cropAround(word, image, 218 / 70)
    expect(x - crop.x).toBeGreaterThan(75)
    expect(crop.y + crop.height).toBeGreaterThan(y + height + 46)
  })

  it('the crop of a spot contains a whole rectangle with a margin, whichever side is longer', () => {
    const wide = cropAround({ x: 0.25, y: 0.5, width: 0.5, height: 0.01 }, image, 2)
    expect(wide.x).toBeCloseTo(320 - 640 / 3)
    expect([wide.width, wide.height]).toEqual([expect.closeTo((640 * 5) / 3), expect.closeTo((320 * 5) / 3)])
    const high = cropAround({ x: 0.5, y: 0.25, width: 0.01, height: 0.5 }, image, 2)
    expect([high.height, high.width]).toEqual([expect.closeTo((400 * 5) / 3), expect.closeTo((800 * 5) / 3)])
  })

  it('the crop of a spot has a margin of a third of the mark, and a larger one around a small mark', () => {
    const marginOf = (width: number, size: Size) => {
      const crop = cropAround({ x: 0.4, y: 0.5, width: width / size.width, height: 0 }, size, 1)
      return 0.4 * size.width - crop.x
    }
    expect(marginOf(300, image)).toBeCloseTo(100)
    expect(marginOf(180, { width: 600, height: 600 })).toBeCloseTo(60)
    expect(marginOf(150, { width: 900, height: 600 })).toBeCloseTo(50)
    const small = cropAround(
      { x: 0.4, y: 0.5, width: 0, height: 24 / 1440 },
      { width: 2880, height: 1440 },
      4,
    )
    expect(small.height).toBeGreaterThanOrEqual(24 + 2 * 48)
  })

  it('the crop of a spot stays inside the image, or is centered on an image that is too small', () => {
    expect(cropAround({ x: 0, y: 1, width: 0, height: 0 }, image, 16 / 9)).toMatchObject({ x: 0, y: 665 })
    expect(cropAround({ x: 0, y: 0, width: 1, height: 1 }, { width: 50, height: 50 }, 1)).toMatchObject({
      x: -95,
      y: -95,
      width: 240,
    })
  })

  it('the crop of a spot contains the whole mark, whatever the size and place of the mark', () => {
    for (const box of [
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 0.02, y: 0.9, width: 0.96, height: 0.08 },
      { x: 0.9, y: 0, width: 0.1, height: 1 },
    ])
      for (const size of [image, { width: 1200, height: 9000 }, { width: 2000, height: 90 }]) {
        const crop = cropAround(box, size, 16 / 9)
        const [left, top] = [box.x * size.width - crop.x, box.y * size.height - crop.y]
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(left + box.width * size.width).toBeLessThanOrEqual(crop.width)
        expect(top + box.height * size.height).toBeLessThanOrEqual(crop.height)
      }
  })

  it('the crop of a spot is displayed by scaling and moving the image', () => {
    expect(cropImageStyle({ x: 320, y: 100, width: 160, height: 90 }, image, 80)).toEqual({
      width: 640,
      height: 400,
      left: -160,
      top: -50,
    })
  })
})
