import type { HandleName } from '#shared/annotation/shapes'
import type { ToolName, ToolState } from '~/annotation/tools'

/** The mouse cursor for each handle of a shape, while the pointer is over the handle or drags it. */
export const cursors: Record<HandleName, string> = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
  start: 'move',
  end: 'move',
  spot: 'move',
}

/**
 * Returns the mouse cursor over a stage: for the current gesture, else for the hovered mark (`overMark`,
 * which may be empty), else for the tool.
 */
export function cursorOf(state: ToolState, tool: ToolName, overMark: string): string {
  if (state.name === 'panning') return 'grabbing'
  if (tool === 'pan') return 'grab'
  if (state.name === 'resizing') return cursors[state.handle.name]
  if (state.name === 'dragging') return 'move'
  return overMark || (tool === 'select' ? 'default' : 'crosshair')
}
