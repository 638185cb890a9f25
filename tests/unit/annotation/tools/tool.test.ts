import { describe, expect, it } from 'vitest'
import { idle, step, type ToolEffect, type ToolEvent, type ToolName } from '~/annotation/tools/tool'

const least = { x: 0.005, y: 0.005 }

describe('the reducer the stage still calls', () => {
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
