import { expect, it } from 'vitest'
import { createChangeMap } from '#shared/difference/changes'
import { regionsWithMoves } from '#shared/difference/regions'

const size = { width: 300, height: 400 }
const WHITE = 0xffffffff

/** Returns a white image with lines of random pixels at these heights, and a black square at a height. */
function page(lines: number[], square?: number): Uint32Array {
  const pixels = new Uint32Array(size.width * size.height).fill(WHITE)
  lines.forEach((top, seed) => {
    let state = seed + 1
    for (let y = top; y < top + 16; y++) {
      for (let x = 20; x < 220; x++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        if (state % 5 < 2) pixels[y * size.width + x] = 0xff000000 + (state % 11)
      }
    }
  })
  if (square !== undefined)
    for (let y = square; y < square + 10; y++)
      pixels.fill(0xff0000ff, y * size.width + 250, y * size.width + 260)
  return pixels
}

/** Compares two images, first without and then with moves. */
function compare(left: Uint32Array, right: Uint32Array) {
  const mask = new Uint8Array(left.length)
  for (const at of left.keys()) mask[at] = left[at] === right[at] ? 0 : 1
  const map = createChangeMap(size.width)
  map.addPixels(mask)
  const changes = map.regions()
  return { changes, regions: regionsWithMoves({ left, right, size }, mask), mask }
}

it('five lines that moved down are one region around their old and their new place', () => {
  const { changes, regions } = compare(page([20, 80, 140, 200, 260]), page([60, 120, 180, 240, 300]))
  expect(changes.length).toBeGreaterThan(1)
  expect(regions).toHaveLength(1)
  expect(regions[0]).toMatchObject({ x: 20, y: 20, width: 200, height: 296 })
  const { from, to } = regions[0]?.moved ?? {}
  expect(to).toEqual({ ...from, y: (from?.y ?? 0) + 40 })
})

it('a change next to a moved block is a separate region', () => {
  const { regions } = compare(page([20, 80, 140]), page([60, 120, 180], 350))
  expect(regions).toHaveLength(2)
  expect(regions[1]).toEqual({ x: 250, y: 350, width: 10, height: 10, pixels: 100 })
})

it('a change inside of a moved block is a separate region', () => {
  const after = page([60, 120, 180, 240, 300])
  for (let y = 126; y < 132; y++) after.fill(0xff00ff00, y * size.width + 100, y * size.width + 110)
  const { regions } = compare(page([20, 80, 140, 200, 260]), after)
  const inside = regions.filter(each => !each.moved)
  expect(regions).toHaveLength(2)
  expect(inside).toEqual([{ x: 100, y: 126, width: 10, height: 6, pixels: 60 }])
})

it('without moved blocks, the regions are the changes themselves', () => {
  const { changes, regions } = compare(page([20]), page([20], 350))
  expect(regions).toEqual(changes)
})

it('new content at the old place of a moved block is inserted, and its pixels stay in the mask', () => {
  const after = page([60, 120, 180, 240, 300])
  for (let y = 22; y < 34; y++) after.fill(0xff00ff00, y * size.width + 30, y * size.width + 80)
  const { regions, mask } = compare(page([20, 80, 140, 200, 260]), after)
  const [inserted] = regions.filter(each => !each.moved)
  expect(regions).toHaveLength(2)
  expect(inserted).toMatchObject({ x: 30, y: 22, width: 50, height: 12 })
  expect(inserted?.inserted).toEqual({
    from: { x: 30, y: 22, width: 50, height: 0 },
    to: { x: 30, y: 22, width: 50, height: 12 },
  })
  expect(mask.reduce((sum, each) => sum + each, 0)).toBe(inserted?.pixels)
})

it('text that is missing in a moved block is a change at the new place of the block', () => {
  const before = page([20, 80, 140, 200, 260])
  for (let y = 40; y < 50; y++) before.fill(0xff00ff00, y * size.width + 100, y * size.width + 120)
  const { regions } = compare(before, page([60, 120, 180, 240, 300]))
  expect(regions.filter(each => !each.moved)).toMatchObject([{ x: 100, y: 80, width: 20, height: 10 }])
})

it('the edge of a button that became wider is not a moved block', () => {
  const button = (x: number) => {
    const pixels = page([20, 80])
    for (let y = 200; y < 240; y++)
      for (let at = x; at < 280; at++) {
        // The box has round corners, with blended colors at their edges.
        const [across, down] = [Math.max(0, x + 12 - at), Math.max(0, 212 - y, y - 227)]
        const distance = Math.hypot(across, down)
        if (distance < 12) pixels[y * size.width + at] = distance > 11 ? 0xffb08040 + y : 0xff802010
      }
    // The pattern of the text depends on the position of the box.
    for (let y = 214; y < 226; y++)
      for (let at = x + 14; at < 266; at++) if ((at * y * x) % 7 < 3) pixels[y * size.width + at] = WHITE
    return pixels
  }
  const { regions } = compare(button(180), button(130))
  expect(regions.filter(each => each.moved)).toEqual([])
  expect(regions).toHaveLength(1)
  expect(regions[0]?.width).toBeGreaterThan(130)
})
