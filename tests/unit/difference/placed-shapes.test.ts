import { expect, it } from 'vitest'
import type { Shape } from '#shared/contract/geometry'
import type { Change } from '#shared/difference/changes'
import { placedShapes } from '~/difference/placed-shapes'

const older = { width: 1000, height: 500 }
const box = (x: number, y: number, width = 100, height = 100) => ({ x, y, width, height })
const pin = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x: x / 1000, y: y / 500 } })
const moved: Change = { ...box(0, 0, 100, 300), pixels: 9, moved: { from: box(0, 0), to: box(0, 200) } }
const inserted: Change = {
  ...box(400, 100),
  pixels: 9,
  inserted: { from: box(400, 100, 100, 0), to: box(400, 100) },
}
const removed: Change = {
  ...box(700, 98, 100, 4),
  pixels: 9,
  removed: { from: box(700, 100), to: box(700, 98, 100, 4) },
}
const placed = (changes: readonly Change[], shape: Shape, newer = older) =>
  placedShapes([shape], changes, [older, newer], { infers: false })?.[0] ?? null
const all = [moved, inserted, removed, { ...box(200, 400), pixels: 9 }]

it('a pin in a moved block is shown at the new place of the block', () => {
  expect(placed(all, pin(50, 50))).toEqual(pin(50, 250))
})

it('a rectangle in a block that moved keeps its size', () => {
  const rectangle: Shape = { kind: 'rectangle', geometry: { x: 0.01, y: 0.02, width: 0.05, height: 0.1 } }
  expect(placed(all, rectangle)).toEqual({
    kind: 'rectangle',
    geometry: { x: 0.01, y: 0.42, width: 0.05, height: 0.1 },
  })
})

it.each([
  ['a block that was removed', 750, 150],
  ['a place at which a block was inserted', 450, 150],
  ['a place to which another block moved', 50, 250],
])('a pin on %s is not drawn', (_, x, y) => {
  expect(placed(all, pin(x, y))).toBeNull()
})

it('a pin on content that did not move, or that changed, stays in place', () => {
  expect(placed(all, pin(600, 300))).toEqual(pin(600, 300))
  expect(placed(all, pin(250, 450))).toEqual(pin(250, 450))
})

it('a pin in a block that moved out of the picture is not drawn', () => {
  const out: Change = { ...moved, moved: { from: box(0, 0), to: box(0, 500) } }
  expect(placed([out], pin(50, 50))).toBeNull()
})

it('a pin that moved below the lower edge of the older image is drawn if the newer image is higher', () => {
  const body = box(0, 0, 1000, 500)
  const lower: Change = { ...body, pixels: 9, moved: { from: body, to: { ...body, y: 300 } } }
  expect(placed([lower], pin(50, 400), { ...older, height: 800 })).toEqual({
    kind: 'point',
    geometry: { x: 0.05, y: expect.closeTo(1.4) },
  })
})

it('shapes of one comment are not drawn if one of them is below the lower edge of the newer image', () => {
  const shorter = { ...older, height: 300 }
  expect(placedShapes([pin(50, 50), pin(50, 400)], [], [older, shorter])).toBeNull()
  expect(placedShapes([pin(50, 50), pin(50, 240)], [], [older, shorter])).toHaveLength(2)
})
