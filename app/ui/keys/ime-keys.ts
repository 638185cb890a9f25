/** `KeyboardEvent.keyCode` of a key that an input method handles (UI Events, 7.3.1). */
const IME_KEY_CODE = 229

/**
 * Whether an input method handles a key press, such as an Enter that accepts a candidate or an Escape that
 * discards one. Safari ends the composition before it dispatches the Enter that ended it, so `isComposing` is
 * already false for that Enter.
 */
export const isImeKey = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === IME_KEY_CODE

/**
 * Stops all handlers of the page, including handlers of libraries, from receiving the key presses that an
 * input method handles. The input method still receives these key presses. Call this before any other
 * listener is added. Returns a function that removes its listener.
 */
export function ignoreImeKeys(): () => void {
  const ignore = (event: KeyboardEvent) => {
    if (isImeKey(event)) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', ignore, true)
  return () => window.removeEventListener('keydown', ignore, true)
}
