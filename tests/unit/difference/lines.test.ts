import { expect, it } from 'vitest'
import type { Change } from '#shared/difference/changes'
import { joinLines } from '#shared/difference/lines'

const region = (x: number, y: number, width: number, height: number, pixels = 10): Change => ({
  x,
  y,
  width,
  height,
  pixels,
})

it('the changes of a heading are one region, even if unchanged letters are between them', () => {
  const words = [region(300, 42, 60, 38), region(20, 40, 150, 40), region(205, 50, 60, 30)]
  expect(joinLines(words)).toEqual([region(20, 40, 340, 40, 30)])
})

it.each([
  ['a gap that is wider than the line is high', region(20, 40, 100, 30), region(160, 40, 100, 30)],
  ['two lines', region(20, 40, 100, 30), region(20, 80, 100, 30)],
  ['regions higher than a line of text', region(20, 40, 60, 200), region(120, 40, 60, 200)],
])('regions stay apart: %s', (_, ...regions) => {
  expect(joinLines(regions)).toEqual(regions)
})
