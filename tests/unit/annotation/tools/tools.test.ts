import { describe, expect, it } from 'vitest'
import { geometries } from '#shared/annotation/shapes/geometries'
import type { Shape } from '#shared/contract/geometry'
import { fit, pan, zoomAt } from '~/annotation/zoom-and-pan'
import { handlesOf } from '#shared/annotation/shapes'
import {
  idle,
  preview,
  runTool,
  tools,
  type HeldKeys,
  type Mark,
  type ToolContext,
  type ToolEffect,
  type ToolEvent,
  type ToolName,
  type ToolState,
} from '~/annotation/tools'
import { seeded } from '../../../support/seeded'

const view = fit({ width: 1000, height: 1000 }, { width: 1000, height: 1000 }, 0)
const box = (x: number, y: number, width: number, height: number): Shape => ({
  kind: 'rectangle',
  geometry: { x, y, width, height },
})
const spot = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })
const mine: Mark = { id: 'mine', editable: true, shape: box(0.2, 0.2, 0.2, 0.2) }
const theirs: Mark = { id: 'theirs', editable: false, shape: box(0.6, 0.6, 0.2, 0.2) }
const context: ToolContext = { view, marks: [mine, theirs], selectedId: null }
const selected: ToolContext = { ...context, selectedId: 'mine' }
const names = Object.keys(tools) as ToolName[]

const down = (
  x: number,
  y: number,
  more: { inside?: boolean; pan?: boolean; on?: string; touch?: boolean } = {},
): ToolEvent => ({ type: 'down', at: { x, y }, inside: true, pan: false, ...more })
const move = (x: number, y: number, distance = 100, held: Partial<HeldKeys> = {}): ToolEvent => ({
  type: 'move',
  at: { x, y },
  distance,
  dx: 3,
  dy: 4,
  shift: false,
  alt: false,
  ...held,
})
const up = (x: number, y: number, distance = 100, held: Partial<HeldKeys> = {}): ToolEvent => ({
  type: 'up',
  at: { x, y },
  distance,
  shift: false,
  alt: false,
  ...held,
})
const key = (name: string, held: { shift?: boolean; alt?: boolean } = {}): ToolEvent => ({
  type: 'key',
  key: name,
  shift: false,
  alt: false,
  ...held,
})
const click = (x: number, y: number, more = {}): ToolEvent[] => [down(x, y, more), up(x, y, 0)]
const drag = (x: number, y: number, toX: number, toY: number): ToolEvent[] => [
  down(x, y),
  move(toX, toY),
  up(toX, toY),
]

/**
 * Sends events to a tool in order. Returns the name of the state after each event, the last state, and all
 * effects.
 */
function send(tool: ToolName, events: ToolEvent[], around = context) {
  let state = idle
  const states: string[] = []
  const effects: ToolEffect[] = []
  for (const event of events) {
    const result = runTool(tool, state, event, around)
    state = result.state
    states.push(state.name)
    effects.push(...result.effects)
  }
  return { state, states, effects }
}

/** A comment with two shapes is being written. */
const writing: ToolContext = {
  ...context,
  marks: [
    { id: 'other', editable: true, isDraft: true, shape: box(0.6, 0.1, 0.1, 0.1) },
    { id: 'current', editable: true, isDraft: true, isCurrent: true, shape: box(0.2, 0.2, 0.2, 0.2) },
  ],
}

describe('the select tool', () => {
  it('with the select tool, a finger scrolls the image or taps a point, and draws with another tool', () => {
    const touch = { touch: true }
    expect(send('select', [down(0.5, 0.5, touch), move(0.6, 0.6), move(0.7, 0.7), up(0.7, 0.7)])).toEqual({
      state: idle,
      states: ['pointing', 'panning', 'panning', 'idle'],
      effects: [{ type: 'pan', dx: 3, dy: 4 }],
    })
    const onMine = [down(0.3, 0.3, touch), move(0.4, 0.4)]
    expect(send('select', onMine).states).toEqual(['pointing', 'panning'])
    expect(send('select', [down(0.7, 0.7, touch), move(0.8, 0.8)]).states).toEqual(['pointing', 'panning'])
    expect(send('select', click(0.5, 0.5, touch)).effects).toEqual([{ type: 'draft', shape: spot(0.5, 0.5) }])
    expect(send('rectangle', [down(0.5, 0.5, touch), move(0.6, 0.6)]).states).toEqual(['pointing', 'drawing'])
  })

  it('a finger moves and resizes the selected mark only while its comment is edited', () => {
    const touch = { touch: true }
    const [corner] = handlesOf(mine.shape)
    if (!corner) throw new Error('The rectangle has no handle.')
    const presses = [
      [down(0.35, 0.35, touch), 'dragging'],
      [down(0.2, 0.2, { ...touch, on: 'mine' }), 'dragging'],
      [down(corner.at.x, corner.at.y, touch), 'resizing'],
    ] as const
    const edited = { ...selected, marks: [{ ...mine, edited: true }, theirs] }
    for (const [press, state] of presses) {
      const drags = [press, move(0.3, 0.25), up(0.3, 0.25)]
      expect(send('select', drags, selected).states).toEqual(['pointing', 'panning', 'idle'])
      expect(send('select', drags, selected).effects).toEqual([])
      expect(send('select', drags, edited).states).toEqual(['pointing', state, 'idle'])
      expect(send('select', drags, edited).effects).toMatchObject([{ type: 'edit', id: 'mine' }])
    }
    const byMouse = [down(0.3, 0.3), move(0.4, 0.4)]
    expect(send('select', byMouse, selected).states).toEqual(['pointing', 'dragging'])
  })

  it('every tool resizes the current shape of a new comment by its handles, and moves it by its line', () => {
    for (const tool of ['select', 'arrow'] as const) {
      const resized = { type: 'edit', id: 'current', shape: box(0.2, 0.2, 0.3, 0.3) }
      expect(send(tool, drag(0.4, 0.4, 0.5, 0.5), writing).effects).toEqual([resized])
      const [moved] = send(tool, drag(0.25, 0.2, 0.35, 0.3), writing).effects
      expect(moved).toMatchObject({ type: 'edit', id: 'current' })
      expect((moved as { shape: Shape }).shape.geometry).toMatchObject({ width: 0.2, height: 0.2 })
      expect(send(tool, click(0.25, 0.2), writing).effects).toEqual([])
      expect(send(tool, click(0.3, 0.3), writing).effects).toEqual([{ type: 'draft', shape: spot(0.3, 0.3) }])
    }
  })

  it('the mouse moves another shape of a new comment by its line, and a click makes it current', () => {
    expect(send('select', drag(0.65, 0.1, 0.65, 0.15), writing).effects).toMatchObject([
      { type: 'edit', id: 'other' },
    ])
    expect(send('arrow', click(0.65, 0.1), writing).effects).toEqual([{ type: 'select', id: 'other' }])
  })

  it('a drag inside a new shape moves it with the select tool, and draws with a drawing tool', () => {
    const inside = [down(0.3, 0.3), move(0.35, 0.3)]
    expect(send('select', inside, writing).states).toEqual(['pointing', 'dragging'])
    expect(send('arrow', inside, writing).states).toEqual(['pointing', 'drawing'])
  })

  it('a finger changes only the current shape of a new comment, and a tap makes another one current', () => {
    const touch = { touch: true }
    for (const tool of ['select', 'rectangle'] as const) {
      const states = (x: number, y: number) =>
        send(tool, [down(x, y, touch), move(x + 0.1, y)], writing).states
      expect(states(0.4, 0.4)).toEqual(['pointing', 'resizing'])
      expect(states(0.3, 0.3)).toEqual(['pointing', 'dragging'])
      expect(states(0.65, 0.15)).toEqual(['pointing', tool === 'select' ? 'panning' : 'drawing'])
      expect(send(tool, click(0.65, 0.15, touch), writing).effects).toEqual([{ type: 'select', id: 'other' }])
    }
  })

  it('the select tool selects a clicked mark of any author', () => {
    expect(send('select', click(0.3, 0.22))).toEqual({
      state: idle,
      states: ['pointing', 'idle'],
      effects: [{ type: 'select', id: 'mine' }],
    })
    expect(send('select', click(0.7, 0.79)).effects).toEqual([{ type: 'select', id: 'theirs' }])
  })

  it('inside a mark, a click with the select tool draws a point, and a drag draws a rectangle', () => {
    for (const around of [context, selected])
      expect(send('select', click(0.3, 0.3), around).effects).toEqual([
        { type: 'draft', shape: spot(0.3, 0.3) },
      ])
    expect(send('select', click(0.3, 0.223)).effects).toEqual([{ type: 'select', id: 'mine' }])
    expect(send('select', click(0.3, 0.225)).effects).toEqual([{ type: 'draft', shape: spot(0.3, 0.225) }])
    const round: Mark = {
      id: 'round',
      editable: true,
      shape: { kind: 'ellipse', geometry: { cx: 0.5, cy: 0.5, rx: 0.2, ry: 0.1 } },
    }
    const around = { ...context, marks: [round] }
    expect(send('select', click(0.5, 0.5), around).effects).toMatchObject([{ type: 'draft' }])
    expect(send('select', click(0.5, 0.41), around).effects).toEqual([{ type: 'select', id: 'round' }])
    const small = { ...context, marks: [{ ...mine, shape: box(0.2, 0.2, 0.2, 0.04) }] }
    expect(send('select', click(0.3, 0.22), small).effects).toEqual([{ type: 'select', id: 'mine' }])
    expect(send('select', drag(0.25, 0.25, 0.35, 0.35)).effects).toEqual([
      { type: 'draft', shape: box(0.25, 0.25, 0.1, 0.1) },
    ])
  })

  it('a click outside the image leaves the marks, even next to a mark at the edge', () => {
    const edge: ToolContext = {
      ...context,
      marks: [{ id: 'edge', editable: true, shape: box(0, 0, 0.2, 0.2) }],
    }
    expect(send('select', click(0, 0.1, { inside: false }), edge).effects).toEqual([{ type: 'leave' }])
  })

  it('outside marks, a click with the select tool draws a point, and a drag draws a rectangle', () => {
    expect(send('select', click(0.5, 0.1)).effects).toEqual([{ type: 'draft', shape: spot(0.5, 0.1) }])
    const drawn = send('select', drag(0.5, 0.1, 0.9, 0.3))
    expect(drawn.states).toEqual(['pointing', 'drawing', 'idle'])
    expect(drawn.effects).toEqual([{ type: 'draft', shape: box(0.5, 0.1, 0.4, 0.2) }])
  })

  it('the select tool treats a drag shorter than four CSS pixels as a click', () => {
    expect(send('select', [down(0.5, 0.1), move(0.503, 0.1, 3.9), up(0.503, 0.1, 3.9)])).toMatchObject({
      states: ['pointing', 'pointing', 'idle'],
      effects: [{ type: 'draft', shape: spot(0.5, 0.1) }],
    })
    expect(send('select', [down(0.3, 0.3), move(0.304, 0.3, 4)], selected).states).toEqual([
      'pointing',
      'dragging',
    ])
  })

  it('dragging a person’s own selected shape moves it, and emits one change', () => {
    const moved = send('select', [down(0.3, 0.3), move(0.35, 0.4), move(0.4, 0.4), up(0.4, 0.4)], selected)
    expect(moved.states).toEqual(['pointing', 'dragging', 'dragging', 'idle'])
    expect(moved.effects).toEqual([{ type: 'edit', id: 'mine', shape: box(0.3, 0.3, 0.2, 0.2) }])
  })

  it('the select tool emits no change when a mark is dragged and returned to its start', () => {
    const reordered: Mark = {
      id: 'mine',
      editable: true,
      shape: { kind: 'rectangle', geometry: { height: 0.2, width: 0.2, y: 0.2, x: 0.2 } },
    }
    for (const mark of [mine, reordered])
      expect(
        send('select', [down(0.3, 0.3), move(0.4, 0.4), up(0.3, 0.3)], { ...selected, marks: [mark] })
          .effects,
      ).toEqual([])
  })

  it('a drag over the shape of another person draws a new shape, and does not move the other shape', () => {
    expect(send('select', drag(0.65, 0.65, 0.75, 0.75)).effects).toEqual([
      { type: 'draft', shape: box(0.65, 0.65, 0.1, 0.1) },
    ])
  })

  it('dragging a handle resizes the selected shape and keeps the distance from the cursor', () => {
    const resized = send('select', drag(0.404, 0.404, 0.504, 0.604), selected)
    expect(resized.states).toEqual(['pointing', 'resizing', 'idle'])
    expect(resized.effects).toEqual([{ type: 'edit', id: 'mine', shape: box(0.2, 0.2, 0.3, 0.4) }])
  })

  it('the select tool has no handles on a shape of another person', () => {
    expect(
      send('select', [down(0.6, 0.6), move(0.5, 0.5)], { ...context, selectedId: 'theirs' }).state.name,
    ).toBe('drawing')
  })

  it('a drag that would make a shape too small to see leaves the shape unchanged', () => {
    expect(send('select', drag(0.4, 0.4, 0.201, 0.201), selected).effects).toEqual([{ type: 'cancel' }])
  })

  it('a click on a pin selects its shape, and a drag of the pin moves the shape if it is selected', () => {
    expect(send('select', click(0.18, 0.18, { on: 'mine' })).effects).toEqual([
      { type: 'select', id: 'mine' },
    ])
    const byPin = [down(0.18, 0.18, { on: 'mine' }), move(0.28, 0.28), up(0.28, 0.28)]
    expect(send('select', byPin, selected).effects).toEqual([
      { type: 'edit', id: 'mine', shape: box(0.3, 0.3, 0.2, 0.2) },
    ])
    expect(send('select', byPin).effects).toEqual([{ type: 'draft', shape: box(0.18, 0.18, 0.1, 0.1) }])
    expect(send('rectangle', click(0.3, 0.3, { on: 'mine' })).effects).toEqual([
      { type: 'select', id: 'mine' },
    ])
  })

  it('repeated clicks select overlapping pins one after another, with any tool', () => {
    const stacked = ['a', 'b', 'c'].map((id): Mark => ({
      id,
      editable: id === 'b',
      shape: spot(id === 'b' ? 0.5 : 0.504, 0.5),
    }))
    const apart: Mark = { id: 'd', editable: false, shape: spot(0.53, 0.5) }
    for (const tool of ['select', 'point', 'arrow', 'pan'] as const) {
      const pressed = (on: string, selectedId: string | null, marks = stacked) =>
        send(tool, click(0.502, 0.5, { on }), { view, marks: [...marks, apart], selectedId }).effects
      expect(pressed('c', null)).toEqual([{ type: 'select', id: 'c' }])
      expect(pressed('c', 'c')).toEqual([{ type: 'select', id: 'a' }])
      expect(pressed('a', 'a')).toEqual([{ type: 'select', id: 'b' }])
      expect(pressed('b', 'b')).toEqual([{ type: 'select', id: 'c' }])
      expect(pressed('b', 'b', stacked.slice(1, 2))).toEqual([{ type: 'select', id: 'b' }])
    }
    const moved = send('select', [down(0.5, 0.5, { on: 'b' }), move(0.6, 0.5), up(0.6, 0.5)], {
      view,
      marks: stacked,
      selectedId: 'b',
    })
    expect(moved.effects).toEqual([{ type: 'edit', id: 'b', shape: spot(0.6, 0.5) }])
  })

  it('a finger selects a mark from a larger distance than a cursor', () => {
    const near = click(0.415, 0.3)
    expect(send('select', near).effects).toMatchObject([{ type: 'draft' }])
    expect(send('select', near, { ...context, tolerance: 20 }).effects).toEqual([
      { type: 'select', id: 'mine' },
    ])
  })

  it('the arrow keys move a person’s own selected shape, with any tool', () => {
    for (const tool of ['select', 'rectangle'] as const) {
      const moved = send(tool, [key('ArrowRight'), key('ArrowDown', { shift: true }), key('Enter')], selected)
      expect(moved.effects).toEqual([{ type: 'edit', id: 'mine', shape: box(0.201, 0.21, 0.2, 0.2) }])
      expect(send(tool, [key('ArrowRight'), key('Escape')], selected)).toMatchObject({
        state: idle,
        effects: [{ type: 'cancel' }],
      })
    }
    expect(send('select', [key('ArrowRight')], { ...context, selectedId: 'theirs' }).state).toBe(idle)
  })

  it('after Enter, the keyboard moves and resizes a person’s own selected shape', () => {
    const moved = send(
      'select',
      [
        key('Enter'),
        key('ArrowRight'),
        key('ArrowDown', { shift: true }),
        key('ArrowRight', { alt: true }),
        key('Enter'),
      ],
      selected,
    )
    expect(moved.states).toEqual(['placing', 'placing', 'placing', 'placing', 'idle'])
    expect(moved.effects).toEqual([{ type: 'edit', id: 'mine', shape: box(0.201, 0.21, 0.201, 0.2) }])
    expect(send('select', [key('Enter')]).states).toEqual(['idle'])
    expect(send('select', [key('Enter')], { ...context, selectedId: 'theirs' }).states).toEqual(['idle'])
  })
})

describe('the drawing tools', () => {
  it('each drawing tool draws its own kind of shape, even over marks', () => {
    expect(send('rectangle', drag(0.3, 0.3, 0.1, 0.2)).effects).toEqual([
      { type: 'draft', shape: box(0.1, 0.2, 0.2, 0.1) },
    ])
    expect(send('arrow', drag(0.3, 0.3, 0.1, 0.2)).effects).toEqual([
      { type: 'draft', shape: { kind: 'arrow', geometry: { x1: 0.3, y1: 0.3, x2: 0.1, y2: 0.2 } } },
    ])
    expect(send('point', click(0.3, 0.3)).effects).toEqual([{ type: 'draft', shape: spot(0.3, 0.3) }])
    expect(send('point', drag(0.3, 0.3, 0.4, 0.4)).effects).toEqual([
      { type: 'draft', shape: spot(0.4, 0.4) },
    ])
  })

  it('a drag with Shift draws a square; with Alt, it draws a rectangle around its start', () => {
    const wide: ToolContext = {
      ...context,
      view: fit({ width: 2000, height: 1000 }, { width: 2000, height: 1000 }, 0),
    }
    const drawn = (held: Partial<HeldKeys>, [toX, toY]: [number, number], around = context) =>
      send('rectangle', [down(0.5, 0.5), move(toX, toY, 100, held), up(toX, toY, 100, held)], around).effects
    expect(drawn({ shift: true }, [0.7, 0.6])).toEqual([{ type: 'draft', shape: box(0.5, 0.5, 0.2, 0.2) }])
    expect(drawn({ shift: true }, [0.4, 0.6])).toEqual([{ type: 'draft', shape: box(0.4, 0.5, 0.1, 0.1) }])
    expect(drawn({ shift: true }, [0.6, 0.6], wide)).toEqual([
      { type: 'draft', shape: box(0.5, 0.5, 0.1, 0.2) },
    ])
    expect(drawn({ alt: true }, [0.4, 0.7])).toEqual([{ type: 'draft', shape: box(0.4, 0.3, 0.2, 0.4) }])
    expect(drawn({ shift: true, alt: true }, [0.4, 0.7])).toEqual([
      { type: 'draft', shape: box(0.3, 0.3, 0.4, 0.4) },
    ])
  })

  it('at the edge of the image, Shift still draws equal sides and Alt still keeps the center', () => {
    const drawn = (held: Partial<HeldKeys>) =>
      send('rectangle', [down(0.9, 0.5), move(1, 1, 100, held), up(1, 1, 100, held)]).effects
    expect(drawn({ shift: true })).toEqual([{ type: 'draft', shape: box(0.9, 0.5, 0.1, 0.1) }])
    expect(drawn({ shift: true, alt: true })).toEqual([{ type: 'draft', shape: box(0.8, 0.4, 0.2, 0.2) }])
  })

  it('the drawing tools complete a drag that has no move events', () => {
    expect(send('rectangle', [down(0.1, 0.1), up(0.3, 0.3)]).effects).toEqual([
      { type: 'draft', shape: box(0.1, 0.1, 0.2, 0.2) },
    ])
  })

  it('a click with a drawing tool marks a point, but only inside the image', () => {
    for (const tool of ['rectangle', 'arrow', 'freehand'] as const)
      expect(send(tool, click(0.5, 0.1))).toEqual(send('point', click(0.5, 0.1)))
    expect(send('point', click(0, 0.1, { inside: false })).effects).toEqual([])
  })

  it('the drawing tools cancel a drag that returns to its start', () => {
    expect(send('rectangle', [down(0.5, 0.1), move(0.7, 0.3), up(0.501, 0.101, 1)]).effects).toEqual([
      { type: 'cancel' },
    ])
  })

  it('the drawing tools preview the shape that is being drawn', () => {
    expect(preview(send('arrow', [down(0.1, 0.1), move(0.3, 0.4)]).state)).toEqual({
      id: null,
      shape: { kind: 'arrow', geometry: { x1: 0.1, y1: 0.1, x2: 0.3, y2: 0.4 } },
    })
    expect(preview(send('select', [down(0.3, 0.3), move(0.4, 0.4)], selected).state)).toEqual({
      id: 'mine',
      shape: box(0.3, 0.3, 0.2, 0.2),
    })
    expect([preview(idle), preview({ name: 'panning' })]).toEqual([null, null])
  })
})

describe('placing a shape with the keyboard', () => {
  it('the keyboard can place a shape in the center, move it, resize it, and confirm it', () => {
    expect(preview(send('rectangle', [key('Enter')]).state)?.shape).toEqual(box(0.452, 0.452, 0.096, 0.096))
    const placed = send('rectangle', [
      key('Enter'),
      key('ArrowLeft'),
      key('ArrowUp', { shift: true }),
      key('ArrowDown', { alt: true }),
      key('ArrowRight', { alt: true, shift: true }),
      key('Enter'),
    ])
    expect(placed.states.at(-2)).toBe('placing')
    expect(placed.effects).toEqual([{ type: 'draft', shape: box(0.451, 0.442, 0.106, 0.097) }])
    expect(send('point', [key('Enter'), key('ArrowRight', { shift: true }), key('Enter')]).effects).toEqual([
      { type: 'draft', shape: spot(0.51, 0.5) },
    ])
    expect(send('arrow', [key('Enter'), key('ArrowRight', { alt: true }), key('Enter')]).effects).toEqual([
      { type: 'draft', shape: { kind: 'arrow', geometry: { x1: 0.452, y1: 0.452, x2: 0.549, y2: 0.548 } } },
    ])
  })

  it('the keyboard places a shape in the center of the visible part of the image', () => {
    const near: ToolContext = { ...context, view: pan(zoomAt(view, { scale: 4 }), 5000, 5000) }
    const shape = preview(send('rectangle', [key('Enter')], near).state)?.shape
    expect(shape).toEqual(box(0.004, 0.004, 0.008, 0.008))
  })

  it('+ and - zoom, and do not move the mark that the keyboard places on the image', () => {
    const zoomed = send('rectangle', [key('Enter'), key('+'), key('-')])
    expect(zoomed.state).toEqual(send('rectangle', [key('Enter')]).state)
    expect(zoomed.effects).toEqual([
      { type: 'zoom', factor: 1.25 },
      { type: 'zoom', factor: 0.8 },
    ])
  })

  it('a press of the pointer cancels a shape that is being placed with the keyboard', () => {
    expect(send('point', [key('Enter'), ...click(0.1, 0.1)]).effects).toEqual([
      { type: 'cancel' },
      { type: 'draft', shape: spot(0.1, 0.1) },
    ])
  })
})

describe('panning', () => {
  it('with the pan tool, dragging a pin pans the image, and clicking a pin selects its mark', () => {
    expect(send('pan', click(0.3, 0.3)).effects).toEqual([])
    expect(send('pan', click(0.2, 0.2, { on: 'mine' })).effects).toEqual([{ type: 'select', id: 'mine' }])
    expect(
      send('pan', [down(0.2, 0.2, { on: 'mine' }), move(0.3, 0.3), move(0.4, 0.4), up(0.4, 0.4)]).effects,
    ).toEqual([{ type: 'pan', dx: 3, dy: 4 }])
  })

  it('every tool pans with Space or the middle button; the pan tool also pans with a plain drag', () => {
    for (const tool of names)
      expect(send(tool, [down(0.3, 0.3, { pan: true }), move(0.4, 0.4), up(0.4, 0.4)])).toEqual({
        state: idle,
        states: ['panning', 'panning', 'idle'],
        effects: [{ type: 'pan', dx: 3, dy: 4 }],
      })
    expect(send('pan', drag(0.3, 0.3, 0.4, 0.4))).toMatchObject({
      states: ['panning', 'panning', 'idle'],
      effects: [{ type: 'pan' }],
    })
    expect(send('pan', [key('Enter')]).states).toEqual(['idle'])
  })
})

describe('every tool', () => {
  const underWay: ToolEvent[][] = [
    [down(0.3, 0.3)],
    [down(0.3, 0.3), move(0.5, 0.5)],
    [down(0.5, 0.1), move(0.9, 0.3)],
    [down(0.4, 0.4), move(0.5, 0.5)],
    [key('Enter')],
  ]

  it('no tool emits a change when the pointer or Escape cancels its gesture', () => {
    for (const tool of names) {
      for (const events of underWay) {
        if (send(tool, events, selected).state === idle) continue
        for (const end of [{ type: 'cancel' } as const, key('Escape')]) {
          const { state, effects } = send(tool, [...events, end], selected)
          expect(state).toBe(idle)
          expect(effects.filter(each => each.type !== 'pan')).toEqual([{ type: 'cancel' }])
        }
      }
    }
  })

  it('Escape without a gesture clears the selection, and a stray cancel event has no effect', () => {
    expect(send('select', [key('Escape')]).effects).toEqual([{ type: 'select', id: null }])
    expect(runTool('select', idle, { type: 'cancel' }, context)).toEqual({ state: idle, effects: [] })
  })

  it('an event that a tool does not handle leaves the state unchanged', () => {
    const placing = send('rectangle', [key('Enter')]).state
    const pressed = send('select', [down(0.3, 0.3)]).state
    const cases: [ToolState, ToolEvent][] = [
      [idle, key('ArrowUp')],
      [idle, move(0.1, 0.1)],
      [idle, up(0.1, 0.1)],
      [placing, key('x')],
      [pressed, key('Enter')],
      [placing, move(0.1, 0.1)],
      [placing, up(0.1, 0.1)],
    ]
    for (const [state, event] of cases) {
      const result = runTool('select', state, event, context)
      expect(result.state).toBe(state)
      expect(result.effects).toEqual([])
    }
  })

  it('every tool emits only shapes that the contract accepts, for any sequence of events', () => {
    const random = seeded(23)
    const keys = ['Enter', 'Enter', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', 'x']
    let made = 0
    for (const tool of names) {
      let state = idle
      for (let i = 0; i < 4000; i++) {
        const mark = i % 2 ? mine : theirs
        const handle = handlesOf(mark.shape)[i % 8]?.at ?? { x: 0, y: 0 }
        const at = random() < 0.3 ? handle : { x: random(), y: random() }
        const distance = random() * 20
        const held = { shift: random() < 0.5, alt: random() < 0.5 }
        const events: ToolEvent[] = [
          { type: 'down', at, inside: random() < 0.9, pan: random() < 0.1 },
          { type: 'move', at, distance, dx: 1, dy: 1, ...held },
          { type: 'move', at, distance, dx: 1, dy: 1, ...held },
          { type: 'up', at, distance, ...held },
          { type: 'up', at, distance, ...held },
          { type: 'cancel' },
          {
            type: 'key',
            key: keys[Math.floor(random() * keys.length)] ?? 'x',
            ...held,
          },
        ]
        const event = events[Math.floor(random() * events.length)] ?? { type: 'cancel' as const }
        const result = runTool(tool, state, event, { ...context, selectedId: random() < 0.5 ? 'mine' : null })
        state = result.state
        const shapes = [
          ...result.effects.flatMap(each => ('shape' in each ? [each.shape] : [])),
          ...(preview(state) ? [preview(state)?.shape as Shape] : []),
        ]
        for (const shape of shapes) {
          expect(
            geometries[shape.kind].schema.safeParse(shape.geometry).error,
            JSON.stringify(shape),
          ).toBeUndefined()
          made++
        }
        for (const effect of result.effects) if (effect.type === 'edit') expect(effect.id).toBe('mine')
      }
    }
    expect(made).toBeGreaterThan(1000)
  })
})
