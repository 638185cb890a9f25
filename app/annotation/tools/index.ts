import type { Shape, ShapeKind } from '#shared/contract/geometry'
import type { View } from '#shared/annotation/projection'
import {
  CLICK_DISTANCE,
  dragHandle,
  drawShape,
  isTooSmall,
  moveShape,
  shapeKinds,
  type Drag,
} from '#shared/annotation/shapes'
import { ZOOM_STEP } from '../zoom-and-pan'
import { drawingTool } from './drawing'
import {
  idle,
  type Mark,
  type Tool,
  type ToolContext,
  type ToolEffect,
  type ToolEvent,
  type ToolName,
  type ToolResult,
  type ToolState,
} from './machine'
import { pan } from './pan'
import { nudge } from './placing'
import { select } from './select'

export {
  idle,
  type HeldKeys,
  type Mark,
  type ToolContext,
  type ToolEffect,
  type ToolEvent,
  type ToolName,
  type ToolResult,
  type ToolState,
} from './machine'

/** All tools by name. */
export const tools = {
  select,
  ...(Object.fromEntries(shapeKinds.map(kind => [kind, drawingTool(kind)])) as Record<ShapeKind, Tool>),
  pan,
} satisfies Record<ToolName, Tool>

/** The zoom factor of each key that zooms. */
const zooms: Record<string, number> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

const done = (...effects: ToolEffect[]): ToolResult => ({ state: idle, effects })
const stay = (state: ToolState): ToolResult => ({ state, effects: [] })

/**
 * Runs one transition of a tool's state machine. It is pure: the caller stores the state and applies the
 * effects. Cancelling, such as with Escape, returns to `idle`. If a key neither changes the state nor causes
 * an effect, the tool did not handle the key, and the page may handle it.
 */
export function runTool(
  name: ToolName,
  state: ToolState,
  event: ToolEvent,
  context: ToolContext,
): ToolResult {
  switch (event.type) {
    case 'down': {
      // Cancels an unfinished gesture: the release of the pointer may have been missed, or the keyboard may
      // still be placing a mark.
      const before = cancelled(state)
      const next: ToolState = event.pan ? { name: 'panning' } : tools[name].press(event, context)
      return { state: next, effects: before.effects }
    }
    case 'move':
      return state.name === 'panning'
        ? { state, effects: [{ type: 'pan', dx: event.dx, dy: event.dy }] }
        : stay(follow(tools[name], state, event, context.view))
    case 'up':
      return finish(tools[name], follow(tools[name], state, event, context.view), context)
    case 'cancel':
      return cancelled(state)
    case 'key':
      return typed(tools[name], state, event, context)
  }
}

/** The shape that a gesture creates or changes. `id`: the mark that it changes; null for a new mark. */
export interface ShapePreview {
  id: string | null
  shape: Shape
}

/** Returns the shape as it would be if the gesture ended now. */
export function preview(state: ToolState): ShapePreview | null {
  switch (state.name) {
    case 'drawing':
      return { id: null, shape: state.shape }
    case 'dragging':
    case 'resizing':
    case 'placing':
      return { id: state.mark?.id ?? null, shape: state.shape }
    default:
      return null
  }
}

function cancelled(state: ToolState): ToolResult {
  return state.name === 'idle' ? stay(idle) : done({ type: 'cancel' })
}

/** Returns the state after the pointer has moved. */
function follow(
  tool: Tool,
  state: ToolState,
  pointer: Extract<ToolEvent, { type: 'move' | 'up' }>,
  view: View,
): ToolState {
  const { at, distance, shift, alt } = pointer
  switch (state.name) {
    case 'pointing':
      return distance < CLICK_DISTANCE ? state : follow(tool, tool.drag(state, view), pointer, view)
    case 'drawing': {
      const path: Drag['path'] = [...state.path, at]
      return { ...state, path, shape: drawShape(state.kind, { path, view, equal: shift, centered: alt }) }
    }
    case 'dragging':
      return { ...state, shape: moveShape(state.mark.shape, at.x - state.start.x, at.y - state.start.y) }
    case 'resizing': {
      // Keeps the distance between the handle and the pointer, because a handle is rarely pressed exactly at
      // its center.
      const { x, y } = state.handle.at
      return {
        ...state,
        shape: dragHandle(state.mark.shape, state.handle.name, {
          x: x + at.x - state.start.x,
          y: y + at.y - state.start.y,
        }),
      }
    }
    default:
      return state
  }
}

/** Returns the result of releasing the pointer. */
function finish(tool: Tool, state: ToolState, context: ToolContext): ToolResult {
  switch (state.name) {
    case 'pointing':
      return context.element && state.inside
        ? done({ type: 'draft', shape: context.element })
        : done(...clicked(tool, state, context.view))
    case 'drawing':
      return isTooSmall(state.shape, context.view)
        ? done({ type: 'cancel' })
        : done({ type: 'draft', shape: state.shape })
    case 'dragging':
      return edited(state.mark, state.shape, context)
    // Cancels a resize that makes the mark too small, because it is probably a mistake. A mark that is
    // already small can still be moved.
    case 'resizing':
      return isTooSmall(state.shape, context.view)
        ? done({ type: 'cancel' })
        : edited(state.mark, state.shape, context)
    case 'panning':
      return done()
    default:
      return stay(state)
  }
}

/** Returns the effects of a click. On a shape of the comment that is being written, it selects that shape. */
function clicked(tool: Tool, state: Extract<ToolState, { name: 'pointing' }>, view: View): ToolEffect[] {
  const { mark, isInside, chosenId } = state.grabbed ?? {}
  if (!mark?.isDraft || isInside) return tool.click(state, view)
  return chosenId ? [{ type: 'select', id: chosenId }] : []
}

function edited({ id, shape: before, isDraft }: Mark, shape: Shape, context: ToolContext): ToolResult {
  const effects: ToolEffect[] = isDraft || id === context.selectedId ? [] : [{ type: 'select', id }]
  return done(...effects, ...(isSame(before, shape) ? [] : [{ type: 'edit', id, shape } as const]))
}

/**
 * Returns whether two shapes have the same geometry. Agents write geometries, so the keys may have any order.
 */
function isSame(one: Shape, other: Shape): boolean {
  const numbers = ({ geometry }: Shape) => JSON.stringify(Object.entries(geometry).sort())
  return numbers(one) === numbers(other)
}

/** Returns the result of a key press. `before`: the state to return if the tool does not handle the key. */
function typed(
  tool: Tool,
  state: ToolState,
  event: Extract<ToolEvent, { type: 'key' }>,
  context: ToolContext,
  before = state,
): ToolResult {
  if (event.key === 'Escape')
    return state.name === 'idle' ? done({ type: 'select', id: null }) : cancelled(state)
  const factor = zooms[event.key]
  if (factor !== undefined) return { state, effects: [{ type: 'zoom', factor }] }
  if (state.name === 'idle') {
    if (event.key === 'Enter') return stay(tool.enter(context) ?? state)
    // Arrow keys move the selected mark, whichever tool is selected.
    const picked = select.enter(context)
    return picked?.name === 'placing' ? typed(tool, picked, event, context, state) : stay(state)
  }
  if (state.name !== 'placing') return stay(state)
  if (event.key !== 'Enter') {
    const shape = nudge(state.shape, event, context.view)
    return stay(shape ? { ...state, shape } : before)
  }
  return state.mark ? edited(state.mark, state.shape, context) : done({ type: 'draft', shape: state.shape })
}
