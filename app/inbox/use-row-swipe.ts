import type { ShallowRef } from 'vue'
import { byData } from '~/ui/elements/data-attributes'

/** CSS pixels: a movement shorter than this is a tap. */
const START = 12
/**
 * A fraction of the row's width: lifting the finger after a swipe of at least this length archives the
 * review.
 */
const FAR = 0.35

/** The row that a finger moves. */
interface SwipedRow {
  id: string
  /**
   * CSS pixels: how far the finger has moved the row. The number is negative, because rows move only to the
   * left.
   */
  by: number
  /** Whether the review is archived when the finger is lifted. */
  isFar: boolean
}

/**
 * Archives the review whose row a finger swipes to the left. The rows need `touch-action: pan-y`, so that the
 * browser scrolls upwards and downwards only. Returns the moved row, and the listeners of the list.
 */
export function useRowSwipe(archive: (reviewId: string) => unknown): {
  swiped: Readonly<ShallowRef<SwipedRow | undefined>>
  listeners: Record<string, (event: Event) => void>
} {
  const swiped = shallowRef<SwipedRow>()
  let from: { id: string; x: number; y: number; width: number } | undefined
  /**
   * Whether the finger has swiped. The click that browsers may send after the swipe is then ignored, so that
   * it does not open the review.
   */
  let hasMoved = false
  function end() {
    from = undefined
    swiped.value = undefined
  }
  function press(event: Event) {
    const { pointerType, isPrimary, target, clientX: x, clientY: y } = event as PointerEvent
    end()
    hasMoved = false
    if (pointerType !== 'touch' || !isPrimary) return
    const link = (target as Element).closest<HTMLElement>(byData('review'))
    const id = link?.dataset.review
    if (id) from = { id, x, y, width: link.offsetWidth }
  }
  function move(event: Event) {
    if (!from) return
    const { clientX, clientY } = event as PointerEvent
    const by = Math.min(0, clientX - from.x)
    if (!swiped.value) {
      if (Math.abs(clientY - from.y) > START || clientX - from.x > START) from = undefined
      if (!from || -by < START) return
      hasMoved = true
    }
    swiped.value = { id: from.id, by, isFar: -by >= from.width * FAR }
  }
  function release() {
    const row = swiped.value
    end()
    if (row?.isFar) archive(row.id)
  }
  function click(event: Event) {
    if (!hasMoved) return
    hasMoved = false
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    swiped,
    listeners: {
      pointerdown: press,
      pointermove: move,
      pointerup: release,
      pointercancel: end,
      clickCapture: click,
    },
  }
}
