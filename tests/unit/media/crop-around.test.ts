import { describe, expect, it } from 'vitest'
import { cropAround } from '~~/server/media/image/marks/crop'

const picture = { width: 2880, height: 1800 }

describe('the part of a picture around a mark', () => {
  it('the part of a picture around a point is a square with the point in the middle', () => {
    expect(cropAround({ x: 1000, y: 900, width: 0, height: 0 }, picture)).toEqual({
      x: 760,
      y: 660,
      width: 480,
      height: 480,
    })
  })

  it('the part of a picture around a large mark adds 60 % of the mark’s size on each side', () => {
    expect(cropAround({ x: 1000, y: 600, width: 500, height: 400 }, picture)).toEqual({
      x: 700,
      y: 360,
      width: 1100,
      height: 880,
    })
  })

  it.each([
    { what: 'wide', mark: { x: 400, y: 900, width: 1000, height: 2 }, shape: { width: 2200, height: 1100 } },
    { what: 'tall', mark: { x: 900, y: 400, width: 2, height: 700 }, shape: { width: 770, height: 1540 } },
  ])('the part of a picture around a $what mark is at most twice as long as wide', ({ mark, shape }) => {
    expect(cropAround(mark, picture)).toMatchObject(shape)
  })

  it.each([
    { x: 0, y: 0 },
    { x: 2880, y: 1800 },
    { x: 0, y: 1800 },
  ])('the part of a picture around a mark stays inside the picture at %o', at => {
    const crop = cropAround({ ...at, width: 0, height: 0 }, picture)
    expect(crop.x).toBeGreaterThanOrEqual(0)
    expect(crop.y).toBeGreaterThanOrEqual(0)
    expect(crop.x + crop.width).toBeLessThanOrEqual(picture.width)
    expect(crop.y + crop.height).toBeLessThanOrEqual(picture.height)
    expect([crop.width, crop.height]).toEqual([480, 480])
  })

  it('the part around a mark in a small picture is the whole picture', () => {
    const small = { width: 64, height: 48 }
    expect(cropAround({ x: 10, y: 10, width: 5, height: 5 }, small)).toEqual({ x: 0, y: 0, ...small })
  })
})
