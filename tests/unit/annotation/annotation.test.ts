import { describe, expect, it } from 'vitest'
import { geometryOf, type PointGeometry, type ShapeKind } from '#shared/contract/geometry'
import { centreOn, fit, fitWidth, isVisible, MAX_SCALE, MIN_SCALE, pan, pinch, resize, toNormalized, toScreen, zoomBy, zoomTo } from '~/annotation/projection'
import { anchorOf, boundsOf, describeShape, drawShape, isTooSmall, moveShape, shapeOf, sizeShape } from '~/annotation/shapes'
import { formatTimecode, stepFrame } from '~/annotation/timecode'
import { idle, step, type ToolEffect, type ToolEvent, type ToolName } from '~/annotation/tools/tool'

const picture = { width: 1280, height: 800 }
const stage = { width: 900, height: 700 }
const least = { x: 0.005, y: 0.005 }

/** Numbers from 0 to 1 that are the same in every run. */
function* seeded(seed = 7): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

describe('projection', () => {
  it('fits the whole picture in the middle and never magnifies it', () => {
    const view = fit(picture, stage)
    expect(view.scale).toBeCloseTo(852 / 1280)
    expect(view.x + 640 * view.scale).toBeCloseTo(450)
    expect(fit({ width: 10, height: 10 }, stage).scale).toBe(1)
  })

  it('shows a tall page from its top at full width', () => {
    const view = fitWidth({ width: 1280, height: 20_000 }, stage)
    expect([view.y, view.scale > 0.6]).toEqual([24, true])
  })

  it('goes to the screen and back', () => {
    const random = seeded()
    for (let i = 0; i < 500; i++) {
      const spot = { x: random.next().value, y: random.next().value }
      const view = zoomBy(pan(fit(picture, stage), 300 * random.next().value, -200), 0.2 + 8 * random.next().value, { x: 100, y: 50 })
      const back = toNormalized(view, toScreen(view, spot))
      expect(back.x).toBeCloseTo(spot.x, 5)
      expect(back.y).toBeCloseTo(spot.y, 5)
    }
  })

  it('keeps what is under the cursor there while zooming, within bounds', () => {
    const view = fit(picture, stage)
    const cursor = { x: 300, y: 300 }
    expect(toNormalized(zoomBy(view, 3, cursor), cursor)).toEqual(toNormalized(view, cursor))
    expect(zoomTo(view, 1e6, cursor).scale).toBe(MAX_SCALE)
    expect(zoomTo(view, 0, cursor).scale).toBe(MIN_SCALE)
  })

  it('never loses the picture off the stage', () => {
    const far = pan(fit(picture, stage), 1e6, -1e6)
    expect(far.x).toBeLessThan(stage.width)
    expect(far.y + picture.height * far.scale).toBeGreaterThan(0)
  })

  it('keeps two fingers on their points', () => {
    const view = fit(picture, stage)
    const before: [PointGeometry, PointGeometry] = [{ x: 300, y: 300 }, { x: 400, y: 300 }]
    const after: [PointGeometry, PointGeometry] = [{ x: 280, y: 310 }, { x: 480, y: 310 }]
    const pinched = pinch(view, before, after)
    expect(pinched.scale).toBeCloseTo(view.scale * 2)
    const was = toNormalized(view, before[0])
    expect(toScreen(pinched, was).x).toBeCloseTo(after[0].x, 0)
  })

  it('brings a spot to the middle, and keeps the middle when the stage changes', () => {
    const view = zoomBy(fit(picture, stage), 6)
    expect(isVisible(view, { x: 0.02, y: 0.02 })).toBe(false)
    const centred = centreOn(view, { x: 0.3, y: 0.3 })
    expect(toScreen(centred, { x: 0.3, y: 0.3 })).toEqual({ x: expect.closeTo(450), y: expect.closeTo(350) })
    const wider = resize(centred, { width: 1200, height: 700 })
    expect(toScreen(wider, { x: 0.3, y: 0.3 }).x).toBeCloseTo(600)
  })
})

describe('shapes', () => {
  it('are always what the contract accepts, however they are drawn, moved and sized', () => {
    const random = seeded(11)
    const next = () => random.next().value * 1.6 - 0.3
    for (let i = 0; i < 3000; i++) {
      const kind = (['point', 'rectangle', 'arrow'] as const)[i % 3] as ShapeKind
      const drawn = drawShape(kind, { x: next(), y: next() }, { x: next(), y: next() })
      for (const shape of [drawn, moveShape(drawn, next(), next()), sizeShape(drawn, next(), next())])
        expect(geometryOf[kind].safeParse(shape.geometry).error).toBeUndefined()
    }
  })

  it('move without changing size, up to the edge', () => {
    const box = drawShape('rectangle', { x: 0.1, y: 0.1 }, { x: 0.4, y: 0.3 })
    expect(boundsOf(moveShape(box, 5, 5))).toEqual({ x: 0.7, y: 0.8, width: 0.3, height: 0.2 })
    const arrow = drawShape('arrow', { x: 0.1, y: 0.1 }, { x: 0.4, y: 0.3 })
    expect(moveShape(arrow, -5, 0).geometry).toEqual({ x1: 0, y1: 0.1, x2: 0.3, y2: 0.3 })
  })

  it('are drawn in any direction, and know their pin', () => {
    const box = drawShape('rectangle', { x: 0.4, y: 0.3 }, { x: 0.1, y: 0.1 })
    expect(anchorOf(box)).toEqual({ x: 0.1, y: 0.1 })
    expect(anchorOf(drawShape('arrow', { x: 0.4, y: 0.3 }, { x: 0.1, y: 0.1 }))).toEqual({ x: 0.4, y: 0.3 })
    expect(isTooSmall(drawShape('rectangle', { x: 0.1, y: 0.1 }, { x: 0.101, y: 0.101 }), least)).toBe(true)
  })

  it('say where they are, and only drawn kinds are shapes', () => {
    expect(describeShape(drawShape('rectangle', { x: 0.35, y: 0.24 }, { x: 0.65, y: 0.43 }))).toBe('Rectangle at 35 % from the left, 24 % from the top, 30 % × 19 %')
    expect(shapeOf({ kind: 'timestamp', geometry: null })).toBeNull()
  })
})

describe('tools', () => {
  /** Sends events one after another; answers the state's name and every effect. */
  function act(tool: ToolName, ...events: ToolEvent[]) {
    let state = idle
    const effects: ToolEffect[] = []
    for (const event of events) {
      const result = step(tool, state, event, least)
      state = result.state
      effects.push(...result.effects)
    }
    return { state: state.name, effects }
  }
  const press = (x: number, y: number, pans = false): ToolEvent => ({ type: 'press', at: { x, y }, pans })
  const move = (x: number, y: number, dragged = true): ToolEvent => ({ type: 'move', at: { x, y }, dragged, dx: 3, dy: 4 })
  const release = (x: number, y: number): ToolEvent => ({ type: 'release', at: { x, y } })
  const key = (name: string, sizing = false): ToolEvent => ({ type: 'key', key: name, sizing, step: { x: 0.01, y: 0.01 }, centre: { x: 0.5, y: 0.5 } })

  it('make a point of a click, also with a trembling hand', () => {
    const point = { type: 'draft', shape: { kind: 'point', geometry: { x: 0.2, y: 0.3 } } }
    expect(act('select', press(0.2, 0.3), release(0.2, 0.3))).toEqual({ state: 'idle', effects: [point] })
    expect(act('point', press(0.2, 0.3), move(0.2, 0.3, false), release(0.2, 0.3))).toEqual({ state: 'idle', effects: [point] })
  })

  it('make a rectangle of a drag, and an arrow with the arrow tool', () => {
    expect(act('select', press(0.1, 0.1), move(0.3, 0.4), release(0.3, 0.4)).effects).toEqual([{ type: 'draft', shape: { kind: 'rectangle', geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.3 } } }])
    expect(act('arrow', press(0.1, 0.1), move(0.3, 0.4)).state).toBe('drawing')
    expect(act('arrow', press(0.1, 0.1), move(0.3, 0.4), release(0.3, 0.4)).effects).toEqual([{ type: 'draft', shape: { kind: 'arrow', geometry: { x1: 0.1, y1: 0.1, x2: 0.3, y2: 0.4 } } }])
  })

  it('make nothing of a click with a tool that needs a drag', () => {
    expect(act('arrow', press(0.1, 0.1), release(0.1, 0.1))).toEqual({ state: 'idle', effects: [] })
    expect(act('rectangle', press(0.1, 0.1), release(0.1, 0.1))).toEqual({ state: 'idle', effects: [] })
  })

  it('leave nothing behind when they are cancelled', () => {
    for (const events of [[press(0.1, 0.1)], [press(0.1, 0.1), move(0.5, 0.5)], [key('Enter')]])
      expect(act('rectangle', ...events, { type: 'cancel' })).toEqual({ state: 'idle', effects: [{ type: 'clear' }] })
    expect(step('rectangle', { name: 'panning' }, { type: 'cancel' }, least).state).toBe(idle)
  })

  it('pan while the stage is held', () => {
    expect(act('point', press(0.1, 0.1, true), move(0.2, 0.2), release(0.2, 0.2))).toEqual({ state: 'idle', effects: [{ type: 'pan', dx: 3, dy: 4 }] })
  })

  it('place, move and size a mark with the keyboard alone', () => {
    expect(act('rectangle', key('Enter')).state).toBe('placing')
    const { effects } = act('rectangle', key('Enter'), key('ArrowRight'), key('ArrowDown'), key('ArrowRight', true), key('Enter'))
    expect(effects).toEqual([{ type: 'draft', shape: { kind: 'rectangle', geometry: { x: 0.46, y: 0.46, width: 0.11, height: 0.1 } } }])
    expect(act('rectangle', key('Enter'), key('Escape'))).toEqual({ state: 'idle', effects: [{ type: 'clear' }] })
  })
})

describe('timecodes', () => {
  it('say hours only when there are some', () => {
    expect([formatTimecode(7250), formatTimecode(3_723_040), formatTimecode(0)]).toEqual(['0:07.250', '1:02:03.040', '0:00.000'])
  })

  it('step by frames within the recording', () => {
    expect(stepFrame(0, 1, 2)).toBeCloseTo(1 / 30)
    expect([stepFrame(0, -1, 2), stepFrame(2, 1, 2)]).toEqual([0, 2])
  })
})
