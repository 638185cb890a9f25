import type { PointGeometry, Shape, ShapeKind } from '#shared/contract/geometry'
import { boundsOf, drawShape, moveShape, sizeShape } from '../shapes'

/** `select` picks marks, and draws when one just acts: a click is a point, a drag a rectangle. */
export type ToolName = 'select' | ShapeKind

/** Where a tool is between the first press and the finished mark. */
export type ToolState
  = | { name: 'idle' }
    | { name: 'pointing', start: PointGeometry }
    | { name: 'drawing', start: PointGeometry, shape: Shape }
    /** A mark placed by keyboard, moved and sized until it is confirmed. */
    | { name: 'placing', shape: Shape }
    | { name: 'panning' }

export type ToolEvent
  = | { type: 'press', at: PointGeometry, pans: boolean }
    /** `dragged`: further than a click's tremble from the press; `dx`, `dy` in CSS pixels since the last move. */
    | { type: 'move', at: PointGeometry, dragged: boolean, dx: number, dy: number }
    | { type: 'release', at: PointGeometry }
    /** `step`: one picture pixel as fractions, ten with Shift; `centre`: the middle of what is seen. */
    | { type: 'key', key: string, sizing: boolean, step: PointGeometry, centre: PointGeometry }
    | { type: 'cancel' }

export type ToolEffect
  = | { type: 'draft', shape: Shape }
    | { type: 'pan', dx: number, dy: number }
    | { type: 'clear' }

export interface ToolResult { state: ToolState, effects: ToolEffect[] }

export const idle: ToolState = { name: 'idle' }

/** What a drag of this tool draws. */
const dragged: Record<ToolName, ShapeKind> = { select: 'rectangle', point: 'point', rectangle: 'rectangle', arrow: 'arrow' }
/** The size of a mark placed by keyboard, as a share of the picture. */
const PLACED = 0.1

const done = (...effects: ToolEffect[]): ToolResult => ({ state: idle, effects })
const stay = (state: ToolState): ToolResult => ({ state, effects: [] })

/**
 * One step of a tool: the state it is in, what happened, the smallest drag that is meant (fractions of the picture).
 * Cancelling leaves nothing behind.
 * @deprecated `runTool` of `./index` knows marks too; this file goes when the stage calls it
 */
export function step(tool: ToolName, state: ToolState, event: ToolEvent, least: PointGeometry): ToolResult {
  if (event.type === 'cancel') return done({ type: 'clear' })
  if (event.type === 'press') return stay(event.pans ? { name: 'panning' } : { name: 'pointing', start: event.at })
  if (event.type === 'move') return moved(tool, state, event)
  if (event.type === 'release') return released(tool, state, event.at, least)
  return typed(tool, state, event)
}

function moved(tool: ToolName, state: ToolState, event: Extract<ToolEvent, { type: 'move' }>): ToolResult {
  if (state.name === 'panning') return { state, effects: [{ type: 'pan', dx: event.dx, dy: event.dy }] }
  if (state.name === 'pointing' && !event.dragged) return stay(state)
  if (state.name !== 'pointing' && state.name !== 'drawing') return stay(state)
  return stay({ name: 'drawing', start: state.start, shape: drawShape(dragged[tool], state.start, event.at) })
}

function released(tool: ToolName, state: ToolState, at: PointGeometry, least: PointGeometry): ToolResult {
  if (state.name === 'drawing') return isSlip(state.shape, least) ? done({ type: 'clear' }) : done({ type: 'draft', shape: state.shape })
  // A click: a point, unless the tool asks for a drag.
  if (state.name === 'pointing' && (tool === 'select' || tool === 'point')) return done({ type: 'draft', shape: drawShape('point', at, at) })
  return done()
}

function isSlip(shape: Shape, least: PointGeometry): boolean {
  const { width, height } = boundsOf(shape)
  return shape.kind !== 'point' && width < least.x && height < least.y
}

const directions: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

function typed(tool: ToolName, state: ToolState, event: Extract<ToolEvent, { type: 'key' }>): ToolResult {
  if (event.key === 'Escape') return done({ type: 'clear' })
  if (state.name !== 'placing') {
    if (event.key !== 'Enter' || tool === 'select') return stay(state)
    const { x, y } = event.centre
    return stay({ name: 'placing', shape: drawShape(tool, { x: x - PLACED / 2, y: y - PLACED / 2 }, tool === 'point' ? event.centre : { x: x + PLACED / 2, y: y + PLACED / 2 }) })
  }
  if (event.key === 'Enter') return done({ type: 'draft', shape: state.shape })
  const direction = directions[event.key]
  if (!direction) return stay(state)
  const [dx, dy] = [direction[0] * event.step.x, direction[1] * event.step.y]
  return stay({ name: 'placing', shape: event.sizing ? sizeShape(state.shape, dx, dy) : moveShape(state.shape, dx, dy) })
}
