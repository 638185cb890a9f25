import { expect, it } from 'vitest'
import { strongestHue } from '~/review-page/strongest-hue'

/** Returns the pixels of a picture: for each color, the number of its pixels. */
const picture = (...parts: [count: number, red: number, green: number, blue: number, alpha?: number][]) =>
  parts.flatMap(([count, red, green, blue, alpha = 255]) =>
    Array.from({ length: count }, () => [red, green, blue, alpha]).flat(),
  )
const white: [number, number, number, number] = [1_000, 255, 255, 255]
/** The smallest angle between a hue and another one, in degrees. */
const distance = (hue: number | null, other: number) =>
  hue === null ? NaN : Math.abs(((hue - other + 540) % 360) - 180)

it('the hue of a picture is the hue that most colored pixels have, not their mean', () => {
  const teal = strongestHue(picture(white, [300, 13, 118, 108], [200, 224, 122, 95]))
  expect(distance(teal, 185)).toBeLessThan(15)
  const coral = strongestHue(picture(white, [200, 13, 118, 108], [300, 224, 122, 95]))
  expect(distance(coral, 40)).toBeLessThan(15)
})

it('a picture has a hue if at least 0.5 percent of its pixels are colored', () => {
  expect(strongestHue(picture([994, 255, 255, 255], [6, 200, 30, 30]))).not.toBeNull()
  expect(strongestHue(picture([996, 255, 255, 255], [4, 200, 30, 30]))).toBeNull()
})

it('gray and transparent pixels have no hue', () => {
  expect(strongestHue(picture(white, [500, 128, 128, 128], [500, 20, 20, 20]))).toBeNull()
  expect(strongestHue(picture(white, [900, 200, 30, 30, 0]))).toBeNull()
  expect(strongestHue([])).toBeNull()
})

it('similar hues are counted together, also across the end of the color circle', () => {
  const reds: [number, number, number, number][] = [
    [60, 232, 60, 110],
    [60, 232, 60, 90],
    [60, 232, 60, 75],
  ]
  const found = strongestHue(picture(white, ...reds, [100, 30, 120, 220]))
  expect(distance(found, 15)).toBeLessThan(25)
})
