import { clamp } from '#shared/annotation/fraction'
import type { ScreenPoint } from '#shared/annotation/projection'
import { pinch, scrollBy, zoomAt } from '~/annotation/zoom-and-pan'
import { MAX_DOUBLE_TAP_DISTANCE, MAX_DOUBLE_TAP_MS } from './gesture-limits'
import type { ToolViewport } from './use-viewport'

/**
 * CSS pixels: the maximum distance of a wheel event that is used for zooming, because one notch of a mouse
 * wheel reports 100 and more. One event then zooms by a factor of at most 1.28.
 */
const MAX_ZOOM_STEP = 50

/** One event of a gesture with one pointer. Positions and distances are in CSS pixels of the stage. */
export interface PointerMove {
  at: ScreenPoint
  /** The distance from the point at which the gesture began, in CSS pixels. */
  distance: number
  /** The horizontal distance from the previous event, in CSS pixels. */
  dx: number
  dy: number
  event: PointerEvent
}

/** The handlers of a gesture with one pointer. */
interface Gesture {
  press: (move: PointerMove) => void
  follow: (move: PointerMove) => void
  /** Called when the last pointer is lifted, unless the gesture was cancelled. */
  release: (move: PointerMove) => void
  /**
   * Called when a second finger touches the stage, when the stage changes its size, or when the browser
   * cancels the pointer.
   */
  cancel: () => void
  /** Called when the mouse moves over the stage without a pressed button. */
  hover?: (at: ScreenPoint) => void
}

/** The pointers of a stage; see {@link usePointers}. */
interface StagePointers {
  listeners: PointerListeners
  /** Cancels the gesture of the pointers that are down. With a second finger, they still zoom and pan. */
  interrupt: () => void
}

/** Listeners of the element that shows a stage. */
export interface PointerListeners {
  pointerdown: (event: PointerEvent) => void
  pointermove: (event: PointerEvent) => void
  pointerup: (event: PointerEvent) => void
  pointercancel: (event: PointerEvent) => void
  touchend: (event: TouchEvent) => void
  mousedown: (event: MouseEvent) => void
  wheel: (event: WheelEvent) => void
}

/** Returns the position of a mouse or pointer event in an element. */
export function pointIn(element: HTMLElement, { clientX, clientY }: MouseEvent): ScreenPoint {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/**
 * Returns a function that calls `act` if the next press is the second tap of a double tap, at the place of
 * the `first` tap, even if another element is there: the first tap may have moved the image or opened a form.
 * No element gets this press.
 */
export function useSecondTap(): (first: PointerEvent, act: () => void) => void {
  const unmounted = new AbortController()
  onBeforeUnmount(() => unmounted.abort())
  return (first, act) =>
    window.addEventListener(
      'pointerdown',
      event => {
        const distance = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY)
        const isSoon = event.timeStamp - first.timeStamp < MAX_DOUBLE_TAP_MS
        if (event.pointerType !== 'touch' || !isSoon || distance > MAX_DOUBLE_TAP_DISTANCE) return
        event.stopPropagation()
        act()
      },
      { capture: true, once: true, signal: unmounted.signal },
    )
}

/**
 * Handles pointers and wheel of a stage: two fingers zoom and pan, the wheel scrolls or zooms, and a single
 * pointer is passed to `gesture`. After two fingers have zoomed, `fitIfSmaller` is called. While a finger is
 * on the stage, the element has the attribute `data-held`. Several elements that show the same view may share
 * the listeners.
 */
export function usePointers(
  {
    exact,
    change,
    fitIfSmaller,
  }: Pick<ToolViewport, 'exact' | 'change'> & Partial<Pick<ToolViewport, 'fitIfSmaller'>>,
  gesture: Gesture,
): StagePointers {
  const pressed = new Map<number, ScreenPoint>()
  let isTouch = false
  /** The element that had the focus when the pointer was pressed. */
  let focused: Element | null = null
  let isCancelled = false
  /** Whether two fingers have zoomed the image since the first finger touched the stage. */
  let isPinched = false
  let origin: ScreenPoint = { x: 0, y: 0 }
  /** The element on which the gesture began. Fingers on other elements count as fingers on this element. */
  let host: HTMLElement | undefined

  const spotOf = (event: MouseEvent) =>
    pointIn((pressed.size > 0 && host) || (event.currentTarget as HTMLElement), event)
  const moveOf = (at: ScreenPoint, before: ScreenPoint, event: PointerEvent): PointerMove => ({
    at,
    distance: Math.hypot(at.x - origin.x, at.y - origin.y),
    dx: at.x - before.x,
    dy: at.y - before.y,
    event,
  })

  function cancel() {
    isCancelled = true
    gesture.cancel()
  }
  /** Ends the touch when the last finger is lifted. */
  function lift() {
    if (pressed.size > 0) return
    delete host?.dataset.held
    if (isPinched) fitIfSmaller?.()
    isPinched = false
  }

  // Ends the gesture when the stage changes its size, such as when a phone is rotated: the points of the
  // gesture are relative to the previous size.
  watch(
    [() => exact.value?.stage.width, () => exact.value?.stage.height],
    () => {
      if (pressed.size === 0) return
      pressed.clear()
      isPinched = false
      lift()
      cancel()
    },
    { flush: 'sync' },
  )

  const listeners: PointerListeners = {
    pointerdown(event: PointerEvent) {
      isTouch = event.pointerType === 'touch'
      focused = document.activeElement
      if (!exact.value || event.button === 2) return
      const target = event.currentTarget as HTMLElement
      target.setPointerCapture(event.pointerId)
      if (pressed.size === 0) host = target
      if (isTouch && host) host.dataset.held = ''
      const at = spotOf(event)
      pressed.set(event.pointerId, at)
      if (pressed.size > 1) return cancel()
      isCancelled = false
      origin = at
      gesture.press(moveOf(at, at, event))
    },
    pointermove(event: PointerEvent) {
      if (!exact.value) return
      const at = spotOf(event)
      const before = pressed.get(event.pointerId)
      if (!before) return event.pointerType === 'mouse' ? gesture.hover?.(at) : undefined
      const was = [...pressed.values()]
      pressed.set(event.pointerId, at)
      if (pressed.size === 1) return gesture.follow(moveOf(at, before, event))
      if (pressed.size !== 2) return
      isPinched = true
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
      const at = spotOf(event)
      pressed.delete(event.pointerId)
      lift()
      if (!exact.value || !before || pressed.size > 0 || isCancelled) return
      gesture.release(moveOf(at, before, event))
    },
    pointercancel(event: PointerEvent) {
      if (!pressed.delete(event.pointerId)) return
      lift()
      cancel()
    },
    /**
     * Prevents the mouse events that browsers emulate after a tap that has opened or closed a form: the page
     * may have moved under the finger, so they would press any element that is there now.
     */
    touchend(event: TouchEvent) {
      if (event.cancelable && document.activeElement !== focused) event.preventDefault()
    },
    /** Keeps the emulated mouse events of any other tap from moving the focus to the stage. */
    mousedown(event: MouseEvent) {
      if (isTouch) event.preventDefault()
    },
    wheel(event: WheelEvent) {
      if (!exact.value) return
      event.preventDefault()
      // Firefox reports lines instead of pixels for some wheels. One line counts as 20 CSS pixels.
      const [dx, dy] = [event.deltaX, event.deltaY].map(each =>
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? each * 20 : each,
      ) as [number, number]
      if (event.ctrlKey || event.metaKey)
        change(
          zoomAt(
            exact.value,
            { factor: Math.exp(-clamp(dy, -MAX_ZOOM_STEP, MAX_ZOOM_STEP) / 200) },
            spotOf(event),
          ),
        )
      else change(event.shiftKey ? scrollBy(exact.value, dy, dx) : scrollBy(exact.value, dx, dy))
    },
  }
  return { listeners, interrupt: cancel }
}
