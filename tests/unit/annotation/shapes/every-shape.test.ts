import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toPixels } from '#shared/annotation/to-pixels'
import { geometries } from '#shared/annotation/shapes/geometries'
import { Geometry, type Shape } from '#shared/contract/geometry'
import { PixelGeometry } from '#shared/contract/picture'
import { toImage, toScreen, type Box, type ScreenPoint } from '#shared/annotation/projection'
import { zoomAt } from '~/annotation/zoom-and-pan'
import {
  anchorOf,
  boundsOf,
  dragHandle,
  drawShape,
  handlesOf,
  hasExtent,
  hitTest,
  isTooSmall,
  moveShape,
  outlineOf,
  placeShape,
  shapeKinds,
  shapeOf,
  shapes,
  sizeShape,
  stretchShape,
  traceShape,
  type Drag,
} from '#shared/annotation/shapes'
import { describeShape } from '~/annotation-texts/describe-shape'
import { idle, runTool, type ToolEvent, type ToolState } from '~/annotation/tools'
import { toolBar } from '~/annotation-texts/tool-bar'
import { text } from '~/text/annotation'
import { positionOf } from '~~/server/domain/thread/position'
import { seeded } from '../../../support/seeded'
import { view } from '../../../support/reviews/shapes'

const box: Box = { x: 0.3, y: 0.4, width: 0.2, height: 0.1 }
/** The largest change of a coordinate or a size that rounding to six decimals causes. */
const GRID = 2e-6
const allHandles = [
  ...new Set(shapeKinds.flatMap(kind => handlesOf(placeShape(kind, box)).map(each => each.name))),
]

const expectValid = (shape: Shape) =>
  expect(geometries[shape.kind].schema.safeParse(shape.geometry).error, JSON.stringify(shape)).toBeUndefined()
/**
 * The number of pixels by which the head of an arrow and the ring of a point may extend beyond the bounds.
 */
const MARGIN = 14
/** Expects points to span the whole box from `start` to `end`, and to stay near the box. */
function expectAround(points: readonly ScreenPoint[], start: ScreenPoint, end: ScreenPoint) {
  for (const axis of ['x', 'y'] as const) {
    const values = points.map(each => each[axis])
    expect(Math.min(...values)).toBeLessThan(start[axis] + 1)
    expect(Math.min(...values)).toBeGreaterThan(start[axis] - MARGIN)
    expect(Math.max(...values)).toBeGreaterThan(end[axis] - 1)
    expect(Math.max(...values)).toBeLessThan(end[axis] + MARGIN)
  }
}
const numbersOf = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : Object.values(value as object).flatMap(numbersOf)
const decimals = ({ geometry }: Shape) =>
  Math.max(...numbersOf(geometry).map(each => String(each).split('.')[1]?.length ?? 0))
const right = ({ x, width }: Box) => x + width
const bottom = ({ y, height }: Box) => y + height

it('no two kinds of shape have the same label, key or icon', () => {
  for (const property of ['shortcut', 'icon'] as const)
    expect(new Set(shapeKinds.map(kind => shapes[kind][property])).size).toBe(shapeKinds.length)
  expect(new Set(shapeKinds.map(kind => shapes[kind].text.label)).size).toBe(shapeKinds.length)
})

describe.each(shapeKinds)('a shape of kind %s', kind => {
  const shape = placeShape(kind, box)
  const drag = (...path: Drag['path']) => drawShape(kind, { path, view })

  it('a shape has a shortcut of one letter, and a bundled icon', () => {
    expect(shapes[kind].shortcut).toMatch(/^[a-z]$/)
    const { icons } = JSON.parse(readFileSync('node_modules/@iconify-json/lucide/icons.json', 'utf8')) as {
      icons: Record<string, unknown>
    }
    expect(Object.keys(icons)).toContain(shapes[kind].icon.replace('i-lucide-', ''))
  })

  it('a shape stays valid, with at most six decimals, after it is drawn, moved or resized', () => {
    const random = seeded(11)
    const next = () => ({ x: random() * 1.6 - 0.3, y: random() * 1.6 - 0.3 })
    for (let i = 0; i < 1500; i++) {
      const drawn = drawShape(kind, {
        path: [next(), ...Array.from({ length: 1 + (i % 7) }, next)],
        view,
        equal: i % 2 === 0,
        centered: i % 3 === 0,
      })
      const handle = allHandles[i % allHandles.length] ?? 'spot'
      const by = next()
      for (const each of [
        drawn,
        moveShape(drawn, by.x, by.y),
        sizeShape(drawn, by.x, by.y),
        dragHandle(drawn, handle, next()),
      ]) {
        expectValid(each)
        expect(decimals(each)).toBeLessThanOrEqual(6)
      }
    }
  })

  it('a stretched shape has its vertical positions and lengths multiplied by the factor', () => {
    const { x, y, width, height } = boundsOf(shape)
    const stretched = boundsOf(stretchShape(shape, 2))
    expect([stretched.x, stretched.width]).toEqual([expect.closeTo(x), expect.closeTo(width)])
    expect([stretched.y, stretched.height]).toEqual([expect.closeTo(2 * y), expect.closeTo(2 * height)])
  })

  it('a shape that is placed with the keyboard fills the given box, or lies in its middle', () => {
    expectValid(shape)
    const { x, y, width, height } = boundsOf(shape)
    expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.4, 5), expect.closeTo(0.45, 5)])
    expect(width).toBeCloseTo(hasExtent(shape) ? box.width : 0, 5)
    expect(height).toBeLessThanOrEqual(box.height + GRID)
  })

  it('a shape moves without changing its size, and stops at the edges', () => {
    const before = boundsOf(shape)
    const expectMoved = (dx: number, dy: number, x: number, y: number) => {
      const moved = moveShape(shape, dx, dy)
      expectValid(moved)
      const after = boundsOf(moved)
      expect(Math.abs(after.x - x)).toBeLessThan(GRID)
      expect(Math.abs(after.y - y)).toBeLessThan(GRID)
      expect(Math.abs(after.width - before.width)).toBeLessThan(GRID)
      expect(Math.abs(after.height - before.height)).toBeLessThan(GRID)
    }
    expectMoved(0.1, -0.2, before.x + 0.1, before.y - 0.2)
    expectMoved(5, 5, 1 - before.width, 1 - before.height)
    expectMoved(-5, 0, 0, before.y)
  })

  it('resizing a shape changes its right and lower edges, which stay inside the image', () => {
    const before = boundsOf(shape)
    const after = boundsOf(sizeShape(shape, 0.1, 0.05))
    expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 5), expect.closeTo(before.y, 5)])
    expect(after.width).toBeCloseTo(before.width + (hasExtent(shape) ? 0.1 : 0), 5)
    const largest = boundsOf(sizeShape(shape, 5, 5))
    expect(right(largest)).toBeLessThanOrEqual(1 + 1e-9)
    expect(bottom(largest)).toBeLessThanOrEqual(1 + 1e-9)
  })

  it('dragging a handle of a shape moves that handle, and leaves the opposite handle in place', () => {
    for (const { name, at } of handlesOf(shape)) {
      const to = { x: at.x + 0.02, y: at.y + 0.03 }
      const dragged = dragHandle(shape, name, to)
      const now = handlesOf(dragged).find(each => each.name === name)?.at ?? { x: -1, y: -1 }
      const arrived = [Math.abs(now.x - to.x) < GRID, Math.abs(now.y - to.y) < GRID]
      expect(arrived, name).toContain(true)
      const still = handlesOf(dragged).filter(({ name: other, at: place }) => {
        const was = handlesOf(shape).find(each => each.name === other)?.at ?? { x: -1, y: -1 }
        return Math.abs(was.x - place.x) < GRID && Math.abs(was.y - place.y) < GRID
      })
      expect(still.length, name).toBeGreaterThanOrEqual(hasExtent(shape) ? 1 : 0)
    }
  })

  it('dragging a handle that a kind of shape does not have leaves the shape unchanged', () => {
    const own = handlesOf(shape).map(each => each.name)
    for (const name of allHandles.filter(each => !own.includes(each)))
      expect(dragHandle(shape, name, { x: 0.9, y: 0.9 })).toEqual(shape)
  })

  it('a click hits a shape at its pin, and misses it far outside its bounds', () => {
    const mark = { shape }
    expect(hitTest([mark], anchorOf(shape), view)).toBe(mark)
    expect(hitTest([mark], { x: box.x - 0.05, y: box.y - 0.05 }, view)).toBeNull()
    expect(hitTest([mark], { x: 0.9, y: 0.9 }, view)).toBeNull()
  })

  it('the pin and the handles of a shape lie within its bounds', () => {
    const bounds = boundsOf(shape)
    for (const { x, y } of [anchorOf(shape), ...handlesOf(shape).map(each => each.at)]) {
      expect(x).toBeGreaterThanOrEqual(bounds.x - GRID)
      expect(x).toBeLessThanOrEqual(right(bounds) + GRID)
      expect(y).toBeGreaterThanOrEqual(bounds.y - GRID)
      expect(y).toBeLessThanOrEqual(bottom(bounds) + GRID)
    }
  })

  it('whether a shape is too small depends on its size on the stage, not on its stored size', () => {
    const slip = drag({ x: 0.1, y: 0.1 }, { x: 0.102, y: 0.102 })
    expect(isTooSmall(slip, view)).toBe(hasExtent(slip))
    expect(isTooSmall(slip, zoomAt(view, { scale: 8 }))).toBe(false)
    expect(isTooSmall(shape, view)).toBe(false)
  })

  it('the description of a shape states its kind, and its position in percent', () => {
    expect(describeShape(shape)).toMatch(new RegExp(`^${text.shapes[kind].label}\\b.* \\d+%`))
  })

  it('every kind of shape has a tool with the same name', () => {
    expect(toolBar.find(({ name }) => name === kind)?.label).toBe(text.shapes[kind].label)
  })

  it('a drag with the tool of a kind begins a comment with a shape of that kind', () => {
    const held = { shift: false, alt: false }
    const [from, to] = [
      { x: 0.2, y: 0.3 },
      { x: 0.5, y: 0.6 },
    ]
    const events: ToolEvent[] = [
      { type: 'down', at: from, inside: true, pan: false },
      { type: 'move', at: to, distance: 400, dx: 300, dy: 300, ...held },
      { type: 'up', at: to, distance: 400, ...held },
    ]
    let state: ToolState = idle
    const effects = events.flatMap(event => {
      const result = runTool(kind, state, event, { view, marks: [], selectedId: null })
      state = result.state
      return result.effects
    })
    expect(effects).toEqual([{ type: 'draft', shape: drag(from, to) }])
  })

  it('a comment accepts a shape of each kind, but only with the geometry of that kind', () => {
    const target = { id: 'art_1', kind: 'image' as const }
    const position = positionOf(target, { kind, geometry: shape.geometry, shapes: [shape] })
    expect(position).toMatchObject({ geometry: shape.geometry, shapes: [shape] })
    expect(Geometry.safeParse(shape.geometry).error).toBeUndefined()
    expect(() => positionOf(target, { kind })).toThrow()
    for (const other of shapeKinds.filter(each => each !== kind))
      expect(() => positionOf(target, { kind: other, geometry: shape.geometry }), other).toThrow()
  })

  it('the pixel geometry of a shape consists of whole pixels, with the fields of its kind', () => {
    const pixels = toPixels(shape, { width: 1000, height: 500 })
    expect(geometries[kind].pixels.safeParse(pixels).error).toBeUndefined()
    expect(PixelGeometry.safeParse(pixels).error).toBeUndefined()
    expect(Object.keys(pixels)).toEqual(Object.keys(shape.geometry))
    expect(toPixels(shape, { width: 2000, height: 1000 })).not.toEqual(pixels)
  })

  it('the path of a shape on the canvas spans the whole of its bounds', () => {
    const traced: ScreenPoint[] = []
    const add = (x: number, y: number) => void traced.push({ x, y })
    traceShape(
      {
        moveTo: add,
        lineTo: add,
        bezierCurveTo: (_x1, _y1, _x2, _y2, x, y) => add(x, y),
        ellipse(x, y, radiusX, radiusY) {
          add(x - radiusX, y - radiusY)
          add(x + radiusX, y + radiusY)
        },
        closePath: () => undefined,
      },
      shape,
      view,
    )
    const bounds = boundsOf(shape)
    const end = toScreen(view, { x: right(bounds), y: bottom(bounds) })
    expectAround(traced, toScreen(view, bounds), end)
  })

  it('the outline of a shape in a drawn picture spans the whole of its bounds', () => {
    const picture = { width: 1000, height: 500 }
    const bounds = boundsOf(shape)
    const end = toImage(picture, { x: right(bounds), y: bottom(bounds) })
    expectAround(outlineOf(shape, picture, 1).flat(), toImage(picture, bounds), end)
  })

  it('shapeOf returns the shape of a stored thread, or null if the geometry has another kind', () => {
    expect(shapeOf(shape)).toEqual(shape)
    expect(shapeOf({ kind, geometry: null })).toBeNull()
    for (const other of shapeKinds.filter(each => each !== kind))
      expect(shapeOf({ kind, geometry: placeShape(other, box).geometry }), other).toBeNull()
    for (const other of ['timestamp', 'artifact', 'review'] as const)
      expect(shapeOf({ kind: other, geometry: shape.geometry })).toBeNull()
  })
})
