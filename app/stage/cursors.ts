import type { HandleName } from '#shared/annotation/shapes'

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
