import { expect, it } from 'vitest'
import { blockSlide } from '#shared/difference/blocks/block-edges'
import { matchingRows } from '#shared/difference/blocks/matching-rows'

/** Returns a list whose elements are counted each time that they are read. */
function counted(values: readonly number[]): { list: Uint32Array; reads: () => number } {
  let reads = 0
  const list = new Proxy(Uint32Array.from(values), {
    get(target, property) {
      if (typeof property === 'string' && /^\d+$/.test(property)) reads++
      return Reflect.get(target, property, target) as unknown
    },
  })
  return { list, reads: () => reads }
}

it('finding an inserted block among equal rows takes less than twenty reads per row', () => {
  const height = 2000
  const { list, reads } = counted(Array.from({ length: height }, (_, row) => (row === 1000 ? 2 : 1)))
  const rows = { pixels: list, size: { width: 1, height }, x: 0, width: 1 }
  expect(blockSlide(rows, [1500, 1600], { up: 1400, down: 300 })).toBe(0)
  expect(reads()).toBeLessThan(20 * height)
})

it('the search for equal rows takes less than 200 reads per row, even if pairs are nested', () => {
  // Equal rows are nested: each pair of equal rows becomes unique only after the pair around it was matched.
  const nested = (side: number, pairs: number) =>
    Array.from({ length: pairs }, (_, at) => [side * 1e6 + at, 5e7 + pairs - at, 5e7 + pairs - at + 1]).flat()
  const [left, right] = [counted(nested(1, 2000)), counted(nested(2, 2000))]
  const found = matchingRows(left.list, right.list)
  expect(found.length).toBeGreaterThan(50)
  expect(left.reads()).toBeLessThan(200 * 6000)
})
