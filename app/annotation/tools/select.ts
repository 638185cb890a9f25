import { toScreen } from '../projection'
import { anchorOf, drawShape, handleAt, hitTest } from '../shapes'
import type { Grabbed, Mark, Tool, ToolContext, ToolEvent } from './machine'

/** CSS pixels from the middle of the selected pin to its edge. */
const PIN = 14

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

  drag({ start, grabbed, finger }) {
    // Somebody else's mark cannot be moved, so a drag on it is one as anywhere.
    if (!grabbed?.mark.own)
      return finger
        ? { name: 'panning' }
        : { name: 'drawing', kind: 'rectangle', start, shape: drawShape('rectangle', start, start) }
    const { mark, handle } = grabbed
    return handle
      ? { name: 'resizing', mark, handle, start, shape: mark.shape }
      : { name: 'dragging', mark, start, shape: mark.shape }
  },

  click({ start, inside, grabbed }) {
    if (grabbed) return [{ type: 'select', id: grabbed.chosenId }]
    return inside
      ? [{ type: 'draft', shape: drawShape('point', start, start) }]
      : [{ type: 'select', id: null }]
  },

  enter({ marks, selectedId }) {
    const mark = marks.find(each => each.id === selectedId && each.own)
    return mark ? { name: 'placing', mark, shape: mark.shape } : null
  },
}

/**
 * The mark whose pin was pressed, whatever lies below it. A click on the selected one goes on to the next pin
 * there.
 */
export function pinned(
  { on, at }: Extract<ToolEvent, { type: 'down' }>,
  context: ToolContext,
): Grabbed | null {
  const mark = on === undefined ? undefined : context.marks.find(each => each.id === on)
  return mark
    ? { mark, handle: null, chosenId: on === context.selectedId ? nextPin(mark, at, context).id : mark.id }
    : null
}

/**
 * Of the pins that cover a spot the one after this mark's, in the order of the marks; the mark itself where
 * it is alone.
 */
function nextPin(mark: Mark, at: { x: number; y: number }, { marks, view }: ToolContext): Mark {
  const spot = toScreen(view, at)
  const there = marks.filter(each => {
    const { x, y } = toScreen(view, anchorOf(each.shape))
    return each.id === mark.id || Math.hypot(x - spot.x, y - spot.y) <= PIN
  })
  return there[(there.indexOf(mark) + 1) % there.length] ?? mark
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
