import { expect, it } from 'vitest'
import type { Change } from '#shared/difference/changes'
import { joinLines, joinTableRows } from '#shared/difference/lines'

const region = (x: number, y: number, width: number, height: number, pixels = 10): Change => ({
  x,
  y,
  width,
  height,
  pixels,
})

it('the changed letters of a heading are one region, even with unchanged letters between them', () => {
  const words = [region(300, 42, 60, 38), region(20, 40, 150, 40), region(205, 50, 60, 30)]
  expect(joinLines(words)).toEqual([region(20, 40, 340, 40, 30)])
})

it.each([
  ['a gap that is wider than the line is high', region(20, 40, 100, 30), region(160, 40, 100, 30)],
  ['two lines', region(20, 40, 100, 30), region(20, 80, 100, 30)],
  ['regions higher than a line of text', region(20, 40, 60, 200), region(120, 40, 60, 200)],
])('separate changed regions are not joined into one: %s', (_, ...regions) => {
  expect(joinLines(regions)).toEqual(regions)
})

it('cells in several table rows are one change; squares in a grid and cells of one row are not', () => {
  const size = { width: 400, height: 200 }
  const blank = new Uint32Array(size.width * size.height).fill(0xffffffff)
  const grid = (width: number, rows: number): Change[] =>
    Array.from({ length: 3 * rows }, (_, at) =>
      region(20 + (at % 3) * 120, 20 + Math.floor(at / 3) * 30, width, 12),
    )
  expect(joinTableRows(blank, size, grid(60, 3))).toEqual([region(20, 20, 300, 72, 90)])
  expect(joinTableRows(blank, size, grid(12, 3))).toHaveLength(9)
  expect(joinTableRows(blank, size, grid(60, 1))).toHaveLength(3)
})
