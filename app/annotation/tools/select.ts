import { drawShape, handleAt, hitTest } from '../shapes'
import type { Grabbed, Tool, ToolContext, ToolEvent } from './machine'

/**
 * Picks, moves and resizes marks; on free picture a click is a point and a drag a rectangle. Beside it a click clears. A
 * finger that drags scrolls, as on every page: its rectangles take their own tool.
 */
export const select: Tool = {
  press: (event, context) => ({ name: 'pointing', start: event.at, inside: event.inside, grabbed: pinned(event, context) ?? (event.inside ? grab(event.at, context) : null), finger: event.finger }),

  drag({ start, grabbed, finger }) {
    // Somebody else's mark cannot be moved, so a drag on it draws as anywhere.
    if (!grabbed?.mark.own && finger) return { name: 'panning' }
    if (!grabbed?.mark.own) return { name: 'drawing', kind: 'rectangle', start, shape: drawShape('rectangle', start, start) }
    const { mark, handle } = grabbed
    return handle ? { name: 'resizing', mark, handle, start, shape: mark.shape } : { name: 'dragging', mark, start, shape: mark.shape }
  },

  click({ start, inside, grabbed }) {
    if (grabbed) return [{ type: 'select', id: grabbed.mark.id }]
    return inside ? [{ type: 'draft', shape: drawShape('point', start, start) }] : [{ type: 'select', id: null }]
  },

  enter({ marks, selectedId }) {
    const mark = marks.find(each => each.id === selectedId && each.own)
    return mark ? { name: 'placing', mark, shape: mark.shape } : null
  },
}

/** The mark whose pin was pressed, whatever lies below it. */
export function pinned({ on }: Extract<ToolEvent, { type: 'down' }>, { marks }: ToolContext): Grabbed | null {
  const mark = on === undefined ? undefined : marks.find(each => each.id === on)
  return mark ? { mark, handle: null } : null
}

/** The selected mark's handle before anything else: only its handles are shown. */
function grab(at: { x: number, y: number }, { view, marks, selectedId, tolerance }: ToolContext): Grabbed | null {
  const selected = marks.find(each => each.id === selectedId && each.own)
  const handle = selected ? handleAt(selected.shape, at, view, tolerance) : null
  if (selected && handle) return { mark: selected, handle }
  const mark = hitTest(marks, at, view, tolerance)
  return mark ? { mark, handle: null } : null
}
