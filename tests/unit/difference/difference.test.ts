import pixelmatch from 'pixelmatch'
import { describe, expect, it } from 'vitest'
import { createChangeMap } from '#shared/difference/changes'
import { areDark, differenceBands, type PixelRule } from '#shared/difference/difference-bands'
import type { PixelBox } from '#shared/difference/pixels'
import { seeded } from '../../support/seeded'

/** A white image with black boxes. */
function image(
  width: number,
  height: number,
  boxes: [x: number, y: number, width: number, height: number][],
) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [left, top, wide, high] of boxes)
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) data.set([0, 0, 0], (y * width + x) * 4)
  return data
}

describe('images', () => {
  it('an image is dark if most of its pixels are dark, and transparent pixels count as light', () => {
    const light = image(10, 10, [[0, 0, 5, 5]])
    const dark = image(10, 10, [[0, 0, 10, 9]])
    const [clear, black] = [new Uint8ClampedArray(400), image(10, 10, [[0, 0, 10, 10]])]
    expect([light, dark, clear, black].map(each => areDark(each))).toEqual([false, true, false, true])
    expect([areDark(light, dark), areDark(dark, black)]).toEqual([false, true])
  })
})

const rowsOf = (data: Uint8ClampedArray, width: number) => (y: number, rows: number) =>
  data.slice(y * width * 4, (y + rows) * width * 4)

const lossy: PixelRule = { threshold: null, isLossless: false }
const lossless: PixelRule = { threshold: null, isLossless: true }

function compare(
  left: Uint8ClampedArray,
  right: Uint8ClampedArray,
  width: number,
  height: number,
  bandPixels?: number,
  options: PixelRule & { ignored?: PixelBox[] } = lossy,
) {
  const map = createChangeMap(width)
  const [a, b] = [rowsOf(left, width), rowsOf(right, width)]
  const mask: number[] = []
  let changed = 0
  let belowThreshold = 0
  for (const band of differenceBands({ width, height }, (y, rows) => [a(y, rows), b(y, rows)], {
    bandPixels,
    ...options,
  })) {
    changed += map.add(band.mask, band.y)
    belowThreshold += band.belowThreshold
    mask.push(...band.mask)
  }
  return { changed, belowThreshold, regions: map.regions(), mask }
}

describe('the difference', () => {
  it('the difference is equal whether it is computed in bands or for the whole image', () => {
    const random = seeded(5)
    const [width, height] = [60, 47]
    const noisy = (seed: Uint8ClampedArray) =>
      seed.map((value, index) =>
        index % 4 === 3 ? 255 : random() < 0.3 ? Math.floor(random() * 256) : value,
      )
    const left = noisy(image(width, height, [[5, 5, 20, 20]]))
    const right = noisy(image(width, height, [[7, 5, 20, 22]]))
    const whole = new Uint8ClampedArray(width * height * 4)
    const count = pixelmatch(left, right, whole, width, height, {
      threshold: 0.03,
      diffMask: true,
      diffColor: [236, 0, 140],
    })
    for (const rows of [1, 2, 7, 46, 47, 100]) {
      const banded = compare(left, right, width, height, width * rows, { ...lossy, threshold: 0.03 })
      expect(banded.changed).toBe(count)
      expect(banded.mask.filter((_, index) => index % 4 === 3)).toEqual(
        [...whole].filter((_, index) => index % 4 === 3),
      )
    }
  })

  it('the difference of two lossless images counts every pixel that differs', () => {
    const plain = image(40, 40, [])
    const nearly = plain.map((value, index) => (index < 40 * 4 && index % 4 === 0 ? value - 1 : value))
    expect(compare(plain, nearly, 40, 40, undefined, lossless)).toMatchObject({
      changed: 40,
      belowThreshold: 0,
      regions: [{ x: 0, y: 0, width: 40, height: 1 }],
    })
  })

  it('the difference counts compression artifacts separately from changes', () => {
    const plain = image(40, 40, [])
    const nearly = plain.map((value, index) => (index < 40 * 4 && index % 4 === 0 ? value - 1 : value))
    expect(compare(plain, nearly, 40, 40)).toMatchObject({ changed: 0, belowThreshold: 40, regions: [] })
    const gray = plain.map((value, index) => (index < 40 * 10 * 4 && index % 4 < 3 ? value - 12 : value))
    expect(compare(plain, gray, 40, 40).changed).toBe(400)
  })

  it('the difference ignores colors that differ by less than the threshold', () => {
    const plain = image(40, 40, [])
    const gray = plain.map((value, index) => (index < 40 * 10 * 4 && index % 4 < 3 ? value - 12 : value))
    const changed = (threshold: number) =>
      compare(plain, gray, 40, 40, undefined, { ...lossless, threshold }).changed
    expect([changed(0.03), changed(0.1)]).toEqual([400, 0])
  })

  it.each([true, false])(
    'the difference does not count pixels of ignored regions (lossless: %s)',
    isLossless => {
      const plain = image(100, 80, [])
      const marked = image(100, 80, [
        [5, 5, 10, 10],
        [50, 60, 20, 15],
      ])
      const ignoring = (...ignored: PixelBox[]) =>
        [100 * 7, undefined].map(
          band =>
            compare(plain, marked, 100, 80, band, { threshold: null, isLossless, ignored }).regions.length,
        )
      expect(ignoring()).toEqual([2, 2])
      expect(ignoring({ x: 5, y: 5, width: 10, height: 10 })).toEqual([1, 1])
      expect(ignoring({ x: -5, y: -5, width: 900, height: 900 })).toEqual([0, 0])
      expect(ignoring({ x: 6, y: 5, width: 10, height: 10 })).toEqual([2, 2])
    },
  )

  it('an image has no difference from itself', () => {
    const same = image(40, 40, [[3, 3, 9, 9]])
    expect(compare(same, same.slice(), 40, 40)).toMatchObject({ changed: 0, belowThreshold: 0, regions: [] })
  })

  it('changed pixels are grouped into regions, which are sorted from top to bottom', () => {
    const plain = image(400, 300, [])
    const changed = image(400, 300, [
      [300, 10, 20, 8],
      [10, 10, 12, 8],
      [30, 10, 12, 8],
      [100, 200, 50, 60],
    ])
    expect(compare(plain, changed, 400, 300, 400 * 11).regions).toEqual([
      { x: 10, y: 10, width: 32, height: 8, pixels: 192 },
      { x: 300, y: 10, width: 20, height: 8, pixels: 160 },
      { x: 100, y: 200, width: 50, height: 60, pixels: 3000 },
    ])
  })

  it('the lines of a paragraph become one region, and bars with larger gaps become several', () => {
    const places = (gap: number, from: number) => {
      const rows = [0, 1, 2, 3].map((row): [number, number, number, number] => [
        4,
        from + row * (10 + gap),
        16,
        10,
      ])
      return compare(image(24, 180, []), image(24, 180, rows), 24, 180, 24 * 33, lossless).regions
    }
    for (let from = 0; from < 16; from++) {
      expect(places(12, from)).toEqual([{ x: 4, y: from, width: 16, height: 4 * 22 - 12, pixels: 4 * 160 }])
      expect([20, 21].map(gap => places(gap, from).length)).toEqual([1, 4])
      expect(places(30, from).map(({ y, height }) => [y, height])).toEqual(
        [0, 40, 80, 120].map(y => [from + y, 10]),
      )
    }
  })

  it('the words of a line become one region, and the columns of a page become several', () => {
    const places = (gap: number) =>
      compare(
        image(300, 40, []),
        image(300, 40, [
          [3, 10, 60, 9],
          [63 + gap, 10, 60, 9],
        ]),
        300,
        40,
        undefined,
        lossless,
      ).regions.length
    expect([6, 20, 21, 24].map(places)).toEqual([1, 1, 2, 2])
  })

  it('changes at two opposite edges of an image are separate regions', () => {
    expect(
      compare(
        image(64, 40, []),
        image(64, 40, [
          [0, 20, 4, 4],
          [60, 4, 4, 4],
        ]),
        64,
        40,
      ).regions,
    ).toHaveLength(2)
  })
})
