import type { Thread } from '#shared/contract/thread'
import type { Change } from '#shared/difference/changes'
import { expect, it } from 'vitest'
import { carriedShapes } from '~/compare-stage/carried-shapes'
import { revision, thread } from '../../support/dom/fixtures'

const size = { width: 1000, height: 500 }
const before = revision('rvs_1', 1, size)
const latest = revision('rvs_2', 2, size)
const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 }
const marked = (overrides: Partial<Thread> = {}) =>
  thread('1', { kind: 'rectangle', geometry: box, ...overrides })
const carried = (thread: Thread, changes?: readonly Change[], after = latest) =>
  carriedShapes(thread, { before, after }, changes)

it('the marks of a comment stay at their place on a later revision if nothing changed there', () => {
  expect(carried(marked({ markChanged: false }))).toEqual([{ kind: 'rectangle', geometry: box }])
  expect(carried(marked({ markChanged: true }), [])).toEqual([{ kind: 'rectangle', geometry: box }])
})

it('the marks of a comment are not drawn on a later revision while their place is unknown', () => {
  expect(carried(marked({ markChanged: true }))).toBeNull()
  expect(carried(marked({ markChanged: null }))).toBeNull()
  expect(carried(marked({ kind: 'artifact', geometry: null }), [])).toBeNull()
  expect(carried(marked({ timestampMs: 100 }), [])).toBeNull()
  expect(carried(marked(), [], revision('rvs_2', 2, { ...size, width: 390 }))).toBeNull()
})

it('the marks of a comment move with their content, and are not drawn if it was removed', () => {
  const from = { x: 0, y: 50, width: 1000, height: 200 }
  const to = { ...from, y: 100 }
  const [shape] = carried(marked(), [{ ...to, pixels: 9, moved: { from, to } } as Change]) ?? []
  expect(shape?.geometry).toMatchObject({ x: 0.1, y: expect.closeTo(0.3), height: 0.1 })
  const removed = { ...from, pixels: 9, removed: { from, to: { ...from, height: 4 } } } as Change
  expect(carried(marked(), [removed])).toBeNull()
})

it('on an image of another height, the marks of a comment keep their place in pixels', () => {
  const longer = revision('rvs_2', 2, { ...size, height: 1000 })
  const [shape] = carried(marked(), [], longer) ?? []
  expect(shape?.geometry).toEqual({ x: 0.1, y: 0.1, width: 0.2, height: 0.05 })
  const arrow = { x1: 0.5, y1: 0.8, x2: 0.6, y2: 0.4 }
  const [line] = carried(marked({ kind: 'arrow', geometry: arrow }), [], longer) ?? []
  expect(line?.geometry).toEqual({ x1: 0.5, y1: 0.4, x2: 0.6, y2: 0.2 })
  // The lower end of the page was cut off.
  const shorter = revision('rvs_2', 2, { ...size, height: 80 })
  expect(carried(marked(), [], shorter)).toBeNull()
})
