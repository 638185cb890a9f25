import { describe, expect, it } from 'vitest'
import { compareImages } from '#shared/difference/compare'
import { seeded } from '../../support/seeded'

const [width, height] = [200, 80]

interface Text {
  /** The number of pixels by which the text is shifted to the right. */
  shift?: number
  ink?: [number, number, number]
  paper?: [number, number, number]
  /** The index of the stroke that is left out. */
  without?: number
}

/** Draws vertical strokes, one to two pixels wide. Their edges cover parts of pixels, like glyphs. */
function draw({ shift = 0, ink = [30, 30, 30], paper = [255, 255, 255], without }: Text = {}) {
  const random = seeded(7)
  const coverage = new Float64Array(width * height)
  for (let stroke = 0; stroke < 60; stroke++) {
    const line = stroke % 3
    const left = 6 + Math.floor(stroke / 3) * 9 + random() * 3
    const [from, to] = [left + shift, left + shift + 1 + random()]
    const [top, bottom] = [8 + line * 24, 18 + line * 24 - Math.floor(random() * 4)]
    if (stroke === without) continue
    for (let y = top; y < bottom; y++)
      for (let x = Math.floor(from); x < to; x++)
        coverage[y * width + x] = Math.min(1, to - x) - Math.max(0, from - x)
  }
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [pixel, share] of coverage.entries())
    for (const channel of [0, 1, 2] as const)
      data[pixel * 4 + channel] = Math.round(paper[channel] + (ink[channel] - paper[channel]) * share)
  return data
}

async function compare(left: Uint8ClampedArray, right: Uint8ClampedArray, threshold: number | null = null) {
  const rowsOf = (data: Uint8ClampedArray, y: number, rows: number) =>
    data.slice(y * width * 4, (y + rows) * width * 4)
  return compareImages({ width, height }, (y, rows) => [rowsOf(left, y, rows), rowsOf(right, y, rows)], {
    threshold,
    isLossless: true,
  })
}

describe('text that was drawn again', () => {
  it('text that moved by at most a quarter of a pixel is not changed, but counted separately', async () => {
    for (const shift of [0.1, 0.25]) {
      const difference = await compare(draw(), draw({ shift }))
      expect(difference).toMatchObject({ changed: 0, changes: [] })
      expect(difference.belowThreshold).toBeGreaterThan(1_000)
    }
  })

  it('with the threshold 0, text that moved by a quarter of a pixel is a change', async () => {
    expect((await compare(draw(), draw({ shift: 0.25 }), 0)).changed).toBeGreaterThan(1_000)
  })

  it('text that moved by a pixel is a change', async () => {
    expect((await compare(draw(), draw({ shift: 1 }))).changes).not.toEqual([])
  })

  it('a letter without one of its strokes is a change, also in text that moved slightly', async () => {
    for (const shift of [0, 0.25]) {
      const { changes } = await compare(draw(), draw({ without: 30, shift }))
      expect(changes).toHaveLength(1)
      expect(changes[0]?.x).toBeGreaterThan(80)
      expect(changes[0]?.width).toBeLessThan(33)
    }
  })

  it('text of a slightly different color is a change', async () => {
    for (const ink of [
      [40, 40, 40],
      [20, 20, 20],
      [50, 30, 10],
    ] as [number, number, number][])
      expect((await compare(draw(), draw({ ink }))).changed).toBeGreaterThan(1_000)
  })

  it('a background whose color differs by 1 of 255 is a change', async () => {
    expect((await compare(draw(), draw({ paper: [254, 255, 255] }))).changed).toBeGreaterThan(10_000)
  })

  it('a picture without edges that is slightly lighter is a change', async () => {
    const plain = new Uint8ClampedArray(width * height * 4).fill(200)
    const lighter = plain.map((value, at) => (at % 4 === 3 ? value : 201))
    expect((await compare(plain, lighter)).changed).toBe(width * height)
  })
})
