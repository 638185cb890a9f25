import { describe, expect, it } from 'vitest'
import { clearCorner, fit, type Corner } from '~/annotation/zoom-and-pan'

const corner: Corner = { width: 76, height: 130, isLeft: false }
const stage = { width: 390, height: 440 }
const TOP = 12

/** Returns the box of a fitted image, in CSS pixels, after it has left the corner free. */
function boxOf(image: { width: number; height: number }, at = corner, on = stage) {
  const { x, y, scale } = clearCorner(fit(image, on), at, TOP)
  return { x, y, width: image.width * scale, height: image.height * scale }
}

describe('a fitted image and the buttons in a corner of the stage', () => {
  it('an image that reaches the corner with the buttons moves up and keeps its size', () => {
    const box = boxOf({ width: 1440, height: 1000 })
    expect(box.width).toBeCloseTo(366)
    expect(box.y + box.height).toBeCloseTo(440 - 130)
  })

  it('an image that is as high as the stage moves sideways, away from the corner with the buttons', () => {
    const image = { width: 300, height: 416 }
    const box = boxOf(image)
    expect(box).toMatchObject({ y: 12, ...image })
    expect(box.x + box.width).toBe(390 - 76)
    expect(boxOf(image, { ...corner, isLeft: true })).toMatchObject({ x: 76, y: 12 })
  })

  it('an image without space around it is made a little smaller to leave the buttons’ corner free', () => {
    const box = boxOf({ width: 366, height: 366 })
    expect(box.width).toBeCloseTo(302)
    expect(box.x).toBeCloseTo(12)
    const low = boxOf({ width: 1440, height: 900 }, corner, { width: 390, height: 350 })
    expect(low.y).toBe(TOP)
    expect(low.y + low.height).toBeCloseTo(350 - 130)
  })

  it('an image does not move if it is outside the buttons’ corner, or would be made much smaller', () => {
    const small = fit({ width: 100, height: 200 }, stage)
    expect(clearCorner(small, corner, TOP)).toEqual(small)
    const large = fit({ width: 366, height: 416 }, stage)
    expect(clearCorner(large, { ...corner, width: 120 }, TOP)).toEqual(large)
  })
})
