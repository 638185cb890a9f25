import { toScreen } from '#shared/annotation/projection'
import { anchorOf } from '#shared/annotation/shapes'
import type { Grabbed, Mark, ToolContext, ToolEvent } from './machine'

/** CSS pixels: the radius of the selected pin. */
const PIN_RADIUS = 14

/**
 * Returns the mark whose pin was pressed; null if no pin was pressed. If the pin belongs to the selected
 * mark, a click selects the next mark whose pin also covers the pressed point.
 */
export function pinned(
  { on, at, touch }: Extract<ToolEvent, { type: 'down' }>,
  context: ToolContext,
): Grabbed | null {
  const mark = on === undefined ? undefined : context.marks.find(each => each.id === on)
  return mark
    ? {
        mark,
        handle: null,
        chosenId: on === context.selectedId ? nextPin(mark, at, context).id : mark.id,
        movable: isMovable(mark, context, touch),
      }
    : null
}

/**
 * Returns whether a drag moves a mark. A drag on a mark that is not selected does not move it, because the
 * person may want to draw over it. A finger also needs the open form of the comment, because a drag of a
 * finger usually moves the image.
 */
export const isMovable = (mark: Mark, { selectedId }: ToolContext, touch = false): boolean =>
  mark.editable && mark.id === selectedId && (!touch || mark.edited === true)

/**
 * Returns the next mark, in order, whose pin covers a point; the same mark if no other pin covers the point.
 */
function nextPin(mark: Mark, at: { x: number; y: number }, { marks, view }: ToolContext): Mark {
  const spot = toScreen(view, at)
  const there = marks.filter(each => {
    const { x, y } = toScreen(view, anchorOf(each.shape))
    return each.id === mark.id || Math.hypot(x - spot.x, y - spot.y) <= PIN_RADIUS
  })
  return there[(there.indexOf(mark) + 1) % there.length] ?? mark
}
