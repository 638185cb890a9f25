import type { HandleName } from '#shared/annotation/shapes'

/** The cursor over a handle, and while it is dragged. */
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
