import { toScreen } from '../projection'
import { anchorOf } from '../shapes'
import type { Grabbed, Mark, ToolContext, ToolEvent } from './machine'

/** CSS pixels from the middle of the selected pin to its edge. */
const PIN_RADIUS = 14

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
    return each.id === mark.id || Math.hypot(x - spot.x, y - spot.y) <= PIN_RADIUS
  })
  return there[(there.indexOf(mark) + 1) % there.length] ?? mark
}
