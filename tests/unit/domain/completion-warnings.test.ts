import { describe, expect, it } from 'vitest'
import { completionWarnings } from '~~/server/domain/upload/completion-warnings'

const image = (width: number, height: number) => ({
  ...{ width, height, fileWidth: width, fileHeight: height },
  ...{ durationMs: null, fileDurationMs: null, droppedTracks: null, isBefore: false, change: null },
})
const video = (width: number, height: number) => ({
  ...image(width, height),
  ...{ durationMs: 1000, fileDurationMs: 1000 },
})
const desktop = { width: 1280, height: 720 }

describe('a viewport', () => {
  it.each([
    ['a file of its size', video(1280, 720), desktop],
    ['a file of twice its size', image(2560, 1440), desktop],
    ['a file at the scale of a phone', image(1031, 2287), { width: 393, height: 871 }],
    ['the screenshot of a whole page', image(1280, 9000), desktop],
    ['the screenshot of an element', image(64, 48), { width: 390, height: 844, deviceScaleFactor: 3 }],
    ['a file at the scale that was sent', image(1664, 936), { ...desktop, deviceScaleFactor: 1.3 }],
    ['a video whose sides are rounded to even numbers', video(390, 844), { width: 391, height: 845 }],
  ])('a viewport that was sent with %s causes no warning', (_, row, viewport) => {
    expect(completionWarnings(row, viewport)).toEqual([])
  })

  it.each([
    ['a video that was scaled down', video(800, 450), desktop],
    ['an image that was scaled down', image(800, 450), desktop],
    ['an image that is wider at no scale of devices', image(1500, 900), desktop],
    ['a video of another shape', video(1280, 800), desktop],
    ['an image of another scale than was sent', image(1280, 720), { ...desktop, deviceScaleFactor: 2 }],
  ])('a viewport that was sent with %s causes a warning', (_, row, viewport) => {
    expect(completionWarnings(row, viewport)).toEqual([
      {
        code: 'viewport_mismatch',
        field: 'viewport',
        message: expect.stringContaining('The viewport was sent as 1280 × 720'),
      },
    ])
  })
})
