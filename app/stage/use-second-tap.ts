import { MAX_DOUBLE_TAP_DISTANCE, MAX_DOUBLE_TAP_MS } from './gesture-limits'

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
