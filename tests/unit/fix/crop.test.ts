import { describe, expect, it } from 'vitest'
import type { Size } from '#shared/annotation/projection'
import { cropImageStyle, cropAround } from '~/fix/crop'

const image = { width: 1280, height: 800 }

describe('the crop of a spot', () => {
  const point = { x: 0.5, y: 0.5, width: 0, height: 0 }

  it('the crop of a spot shows at least 240 × 100 pixels around a point, in the given aspect ratio', () => {
    expect(cropAround(point, image, 16 / 9)).toEqual({ x: 520, y: 332.5, width: 240, height: 135 })
    expect(cropAround(point, image, 1)).toMatchObject({ width: 240, height: 240 })
    expect(cropAround(point, image, 4)).toMatchObject({ width: 400, height: 100 })
  })

  it('the crop of a spot is larger in an image with more pixels, and in one of a high-density screen', () => {
    expect(cropAround(point, { width: 2560, height: 1600 }, 2)).toMatchObject({ width: 480, height: 240 })
    expect(cropAround(point, { width: 400, height: 1600 }, 2)).toMatchObject({ width: 240, height: 120 })
    expect(cropAround(point, { width: 1170, height: 2532 }, 2, 3)).toMatchObject({ width: 720, height: 360 })
  })

  it('the crop of a changed word contains the words next to it and the line below', () => {
    const [x, y, width, height] = [95, 205, 170, 27]
    const word = { x: x / 1280, y: y / 800, width: width / 1280, height: height / 800 }
    const crop = cropAround(word, image, 218 / 70)
    expect(x - crop.x).toBeGreaterThan(60)
    expect(crop.y + crop.height).toBeGreaterThan(y + height + 24)
  })

  it('the crop of a spot contains a whole rectangle with a margin, whichever side is longer', () => {
    const wide = cropAround({ x: 0.25, y: 0.5, width: 0.5, height: 0.01 }, image, 2)
    expect(wide.x).toBeCloseTo(320 - 640 / 3)
    expect([wide.width, wide.height]).toEqual([expect.closeTo((640 * 5) / 3), expect.closeTo((320 * 5) / 3)])
    const high = cropAround({ x: 0.5, y: 0.25, width: 0.01, height: 0.4 }, image, 2)
    expect([high.height, high.width]).toEqual([expect.closeTo((320 * 5) / 3), expect.closeTo((640 * 5) / 3)])
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

  it('the crop of a mark that is too large shows its middle, and nothing but the image', () => {
    for (const box of [
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 0.02, y: 0.9, width: 0.96, height: 0.08 },
      { x: 0.9, y: 0, width: 0.1, height: 1 },
    ])
      for (const size of [image, { width: 1200, height: 9000 }]) {
        const crop = cropAround(box, size, 16 / 9)
        const [right, bottom] = [crop.x + crop.width, crop.y + crop.height]
        expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0)
        expect([right <= size.width, bottom <= size.height]).toEqual([true, true])
        const middle = { x: (box.x + box.width / 2) * size.width, y: (box.y + box.height / 2) * size.height }
        expect(middle.x > crop.x && middle.x < right && middle.y > crop.y && middle.y < bottom).toBe(true)
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
