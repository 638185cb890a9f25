import { drawShape, handleAt, hitTest, isDeepInside } from '#shared/annotation/shapes'
import { startDrawing } from './drawing'
import { grabbedDraft, startChanging } from './grabbing'
import { isMovable, pinned } from './pins'
import type { Grabbed, Tool, ToolContext, ToolEvent } from './machine'

/**
 * The tool that selects marks, and moves and resizes the selected mark. A click on no mark, or deep inside a
 * large mark, draws a point. A drag that moves no mark draws a rectangle, or moves the image if the pointer
 * is a finger. A click outside of the image clears the selection.
 */
export const select: Tool = {
  press: (event, context) => ({
    name: 'pointing',
    start: event.at,
    inside: event.inside,
    grabbed:
      pinned(event, context) ?? grabDraft(event, context) ?? (event.inside ? grab(event, context) : null),
    touch: event.touch,
  }),

  drag({ start, grabbed, touch }, view) {
    if (!grabbed?.movable) return touch ? { name: 'panning' } : startDrawing('rectangle', start, view)
    return startChanging(grabbed, start)
  },

  click({ start, inside, grabbed }, view) {
    if (grabbed?.chosenId) return [{ type: 'select', id: grabbed.chosenId }]
    return inside
      ? [{ type: 'draft', shape: drawShape('point', { path: [start], view }) }]
      : [{ type: 'leave' }]
  },

  enter({ marks, selectedId }) {
    const mark = marks.find(each => each.id === selectedId && each.editable)
    return mark ? { name: 'placing', mark, shape: mark.shape } : null
  },
}

/** Returns the shape of a draft that a press hits, and the id of the mark that a click selects. */
function grabDraft(event: Extract<ToolEvent, { type: 'down' }>, context: ToolContext): Grabbed | null {
  const drawn = grabbedDraft({ ...event, movesInside: true }, context)
  return drawn?.isInside ? { ...drawn, chosenId: grab(event, context)?.chosenId ?? null } : drawn
}

/**
 * Returns the mark and the handle that a press hits; null if it hits no mark. The handles of the selected
 * mark are checked first, because no other handles are visible.
 */
function grab({ at, touch }: Extract<ToolEvent, { type: 'down' }>, context: ToolContext): Grabbed | null {
  const { view, tolerance } = context
  const marks = context.marks.filter(each => !each.isDraft)
  const selected = marks.find(each => isMovable(each, context, touch))
  const handle = selected ? handleAt(selected.shape, at, view, tolerance) : null
  if (selected && handle) return { mark: selected, handle, chosenId: selected.id, movable: true }
  const mark = hitTest(marks, at, view, tolerance)
  if (!mark) return null
  const chosenId = isDeepInside(mark.shape, at, view) ? null : mark.id
  return { mark, handle: null, chosenId, movable: isMovable(mark, context, touch) }
}
