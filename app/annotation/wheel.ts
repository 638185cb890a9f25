import { clamp } from '#shared/annotation/fraction'
import type { ScreenPoint, View } from '#shared/annotation/projection'
import { scrollBy, zoomAt } from './zoom-and-pan'

/**
 * CSS pixels: the maximum distance of a wheel event that is used for zooming, because one notch of a mouse
 * wheel reports 100 and more. One event then zooms by a factor of at most 1.28.
 */
const MAX_ZOOM_STEP = 50
/** The value of `deltaMode` with which Firefox reports lines instead of pixels for some wheels. */
const DOM_DELTA_LINE = 1
/** The height of a line in CSS pixels. */
const LINE_HEIGHT = 20

/** The part of a wheel event that decides how the image moves. */
export type WheelTurn = Pick<
  WheelEvent,
  'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>

/**
 * Returns the view after a wheel event at the cursor: the wheel zooms with Ctrl or Cmd, scrolls sideways with
 * Shift, and otherwise scrolls. A pinch on a trackpad is reported as a wheel event with Ctrl.
 */
export function turnWheel(view: View, turn: WheelTurn, cursor: ScreenPoint): View {
  const unit = turn.deltaMode === DOM_DELTA_LINE ? LINE_HEIGHT : 1
  const [dx, dy] = [turn.deltaX * unit, turn.deltaY * unit]
  if (turn.ctrlKey || turn.metaKey)
    return zoomAt(view, { factor: Math.exp(-clamp(dy, -MAX_ZOOM_STEP, MAX_ZOOM_STEP) / 200) }, cursor)
  return turn.shiftKey ? scrollBy(view, dy, dx) : scrollBy(view, dx, dy)
}
