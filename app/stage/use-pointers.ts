import type { ScreenPoint } from '#shared/annotation/projection'
import { turnWheel } from '~/annotation/wheel'
import { pinch } from '~/annotation/zoom-and-pan'
import type { ToolViewport } from './use-viewport'

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

/** Handles the mouse events that browsers emulate after a tap. A press of a pointer must call `begin`. */
function createEmulatedMouse() {
  let isTouch = false
  /** The element that had the focus when the pointer was pressed. */
  let focused: Element | null = null
  return {
    begin(event: PointerEvent) {
      isTouch = event.pointerType === 'touch'
      focused = document.activeElement
    },
    /**
     * Prevents the emulated events of a tap that has opened or closed a form: the page may have moved under
     * the finger, so they would press any element that is there now.
     */
    touchend(event: TouchEvent) {
      if (event.cancelable && document.activeElement !== focused) event.preventDefault()
    },
    /** Prevents that the emulated events of any other tap move the focus to the stage. */
    mousedown(event: MouseEvent) {
      if (isTouch) event.preventDefault()
    },
  }
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
  const { begin, touchend, mousedown } = createEmulatedMouse()
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
      begin(event)
      if (!exact.value || event.button === 2) return
      const target = event.currentTarget as HTMLElement
      target.setPointerCapture(event.pointerId)
      if (pressed.size === 0) host = target
      if (event.pointerType === 'touch' && host) host.dataset.held = ''
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
      type Fingers = [ScreenPoint, ScreenPoint]
      change(pinch(exact.value, was as Fingers, [...pressed.values()] as Fingers))
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
    touchend,
    mousedown,
    wheel(event: WheelEvent) {
      if (!exact.value) return
      event.preventDefault()
      change(turnWheel(exact.value, event, spotOf(event)))
    },
  }
  return { listeners, interrupt: cancel }
}
