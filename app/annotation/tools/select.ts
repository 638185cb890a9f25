import { drawShape, handleAt, hitTest } from '../shapes'
import { startDrawing } from './drawing'
import { pinned } from './pins'
import type { Grabbed, Tool, ToolContext } from './machine'

/**
 * Picks, moves and resizes marks; on free picture a click is a point and a drag a rectangle. Beside it a
 * click clears. A finger that drags scrolls, as on every page: its rectangles take their own tool.
 */
export const select: Tool = {
  press: (event, context) => ({
    name: 'pointing',
    start: event.at,
    inside: event.inside,
    grabbed: pinned(event, context) ?? (event.inside ? grab(event.at, context) : null),
    finger: event.finger,
  }),

  drag({ start, grabbed, finger }, view) {
    // Another person's mark cannot be moved, so a drag on it draws as anywhere else.
    if (!grabbed?.mark.own) return finger ? { name: 'panning' } : startDrawing('rectangle', start, view)
    const { mark, handle } = grabbed
    return handle
      ? { name: 'resizing', mark, handle, start, shape: mark.shape }
      : { name: 'dragging', mark, start, shape: mark.shape }
  },

  click({ start, inside, grabbed }, view) {
    if (grabbed) return [{ type: 'select', id: grabbed.chosenId }]
    return inside
      ? [{ type: 'draft', shape: drawShape('point', { path: [start], view }) }]
      : [{ type: 'select', id: null }]
  },

  enter({ marks, selectedId }) {
    const mark = marks.find(each => each.id === selectedId && each.own)
    return mark ? { name: 'placing', mark, shape: mark.shape } : null
  },
}

/** The selected mark's handle before anything else: only its handles are shown. */
function grab(
  at: { x: number; y: number },
  { view, marks, selectedId, tolerance }: ToolContext,
): Grabbed | null {
  const selected = marks.find(each => each.id === selectedId && each.own)
  const handle = selected ? handleAt(selected.shape, at, view, tolerance) : null
  if (selected && handle) return { mark: selected, handle, chosenId: selected.id }
  const mark = hitTest(marks, at, view, tolerance)
  return mark ? { mark, handle: null, chosenId: mark.id } : null
}
