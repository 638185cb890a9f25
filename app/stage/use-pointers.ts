import { pan, pinch, scrollBy, zoomAt, type ScreenPoint } from '~/annotation/projection'
import type { StageViewport } from './use-viewport'

/**
 * One pointer's gesture, in CSS pixels of the stage: what it started on, how far it is from there and from
 * the last event.
 */
export interface Stroke {
  at: ScreenPoint
  distance: number
  dx: number
  dy: number
  event: PointerEvent
}

interface Gesture {
  press: (stroke: Stroke) => void
  follow: (stroke: Stroke) => void
  release: (stroke: Stroke) => void
  /** A second finger, a lost capture. */
  cancel: () => void
  /** Over the stage with nothing pressed. */
  hover?: (at: ScreenPoint) => void
}

/** Listeners of the element that shows a stage. */
export interface PointerListeners {
  pointerdown: (event: PointerEvent) => void
  pointermove: (event: PointerEvent) => void
  pointerup: (event: PointerEvent) => void
  pointercancel: (event: PointerEvent) => void
  mousedown: (event: MouseEvent) => void
  wheel: (event: WheelEvent) => void
}

/**
 * Pointers and wheel of a stage: two fingers zoom and pan, the wheel scrolls or zooms; one pointer is the
 * gesture's.
 */
export function usePointers({ exact, change }: StageViewport, gesture: Gesture): PointerListeners {
  const pressed = new Map<number, ScreenPoint>()
  let finger = false
  let origin: ScreenPoint = { x: 0, y: 0 }

  const spotOf = (event: MouseEvent): ScreenPoint => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const strokeTo = (at: ScreenPoint, before: ScreenPoint, event: PointerEvent): Stroke => ({
    at,
    distance: Math.hypot(at.x - origin.x, at.y - origin.y),
    dx: at.x - before.x,
    dy: at.y - before.y,
    event,
  })

  return {
    pointerdown(event: PointerEvent) {
      finger = event.pointerType === 'touch'
      if (!exact.value || event.button === 2) return
      ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      const at = spotOf(event)
      pressed.set(event.pointerId, at)
      if (pressed.size > 1) return gesture.cancel()
      origin = at
      gesture.press(strokeTo(at, at, event))
    },
    pointermove(event: PointerEvent) {
      if (!exact.value) return
      const at = spotOf(event)
      const before = pressed.get(event.pointerId)
      if (!before) return event.pointerType === 'mouse' ? gesture.hover?.(at) : undefined
      const was = [...pressed.values()]
      pressed.set(event.pointerId, at)
      if (pressed.size === 1) return gesture.follow(strokeTo(at, before, event))
      if (pressed.size === 2)
        change(
          pinch(
            exact.value,
            was as [ScreenPoint, ScreenPoint],
            [...pressed.values()] as [ScreenPoint, ScreenPoint],
          ),
        )
    },
    pointerup(event: PointerEvent) {
      const before = pressed.get(event.pointerId)
      pressed.delete(event.pointerId)
      if (exact.value && before && pressed.size === 0) gesture.release(strokeTo(spotOf(event), before, event))
    },
    pointercancel(event: PointerEvent) {
      if (pressed.delete(event.pointerId)) gesture.cancel()
    },
    /** After a tap browsers play a mouse: it would take the keyboard from what the tap has opened. */
    mousedown(event: MouseEvent) {
      if (finger) event.preventDefault()
    },
    wheel(event: WheelEvent) {
      if (!exact.value) return
      event.preventDefault()
      // Lines of a wheel without pixels (Firefox), as high as those of text.
      const [dx, dy] = [event.deltaX, event.deltaY].map(each =>
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? each * 20 : each,
      ) as [number, number]
      if (event.ctrlKey || event.metaKey)
        change(zoomAt(exact.value, { factor: Math.exp(-dy / 200) }, spotOf(event)))
      else change(event.shiftKey ? scrollBy(exact.value, dy, dx) : scrollBy(exact.value, dx, dy))
    },
  }
}

/** A stage on which a drag moves the picture and nothing else. */
export function usePanning(viewport: StageViewport): PointerListeners {
  const { exact, change } = viewport
  return usePointers(viewport, {
    press: () => {},
    follow: ({ dx, dy }) => {
      if (exact.value) change(pan(exact.value, dx, dy))
    },
    release: () => {},
    cancel: () => {},
  })
}
