import { drawShape, handleAt, hitTest } from '../shapes'
import { startDrawing } from './drawing'
import { pinned } from './pins'
import type { Grabbed, Tool, ToolContext } from './machine'

/**
 * Selects, moves and resizes marks. Elsewhere on the image a click draws a point and a drag a rectangle; a
 * click beside the image clears the selection. A drag by touch scrolls instead of drawing.
 */
export const select: Tool = {
  press: (event, context) => ({
    name: 'pointing',
    start: event.at,
    inside: event.inside,
    grabbed: pinned(event, context) ?? (event.inside ? grab(event.at, context) : null),
    touch: event.touch,
  }),

  drag({ start, grabbed, touch }, view) {
    // A drag that starts on another person's mark draws, since it cannot move that mark.
    if (!grabbed?.mark.editable) return touch ? { name: 'panning' } : startDrawing('rectangle', start, view)
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
    const mark = marks.find(each => each.id === selectedId && each.editable)
    return mark ? { name: 'placing', mark, shape: mark.shape } : null
  },
}

/** Returns what a press hits: first the handles of the selected mark, since only those are visible. */
function grab(
  at: { x: number; y: number },
  { view, marks, selectedId, tolerance }: ToolContext,
): Grabbed | null {
  const selected = marks.find(each => each.id === selectedId && each.editable)
  const handle = selected ? handleAt(selected.shape, at, view, tolerance) : null
  if (selected && handle) return { mark: selected, handle, chosenId: selected.id }
  const mark = hitTest(marks, at, view, tolerance)
  return mark ? { mark, handle: null, chosenId: mark.id } : null
}
