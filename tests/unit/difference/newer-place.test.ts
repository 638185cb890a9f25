import { expect, it } from 'vitest'
import type { Shape } from '#shared/contract/geometry'
import type { Change } from '#shared/difference/changes'
import { newerPlace } from '~/difference/newer-place'

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
const all = [moved, inserted, removed, { ...box(200, 400), pixels: 9 }]

it('a pin in a moved block is shown at the new place of the block', () => {
  expect(newerPlace(all, older, pin(50, 50))).toEqual(pin(50, 250))
})

it('a rectangle in a block that moved keeps its size', () => {
  const rectangle: Shape = { kind: 'rectangle', geometry: { x: 0.01, y: 0.02, width: 0.05, height: 0.1 } }
  expect(newerPlace(all, older, rectangle)).toEqual({
    kind: 'rectangle',
    geometry: { x: 0.01, y: 0.42, width: 0.05, height: 0.1 },
  })
})

it.each([
  ['a block that was removed', 750, 150],
  ['a place at which a block was inserted', 450, 150],
  ['a place to which another block moved', 50, 250],
])('a pin on %s is not drawn', (_, x, y) => {
  expect(newerPlace(all, older, pin(x, y))).toBeNull()
})

it('a pin on content that did not move, or that changed, stays in place', () => {
  expect(newerPlace(all, older, pin(600, 300))).toEqual(pin(600, 300))
  expect(newerPlace(all, older, pin(250, 450))).toEqual(pin(250, 450))
})

it('a pin in a block that moved out of the older image is not drawn', () => {
  const out: Change = { ...moved, moved: { from: box(0, 0), to: box(0, 500) } }
  expect(newerPlace([out], older, pin(50, 50))).toBeNull()
})
