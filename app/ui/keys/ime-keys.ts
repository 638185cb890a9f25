/** `KeyboardEvent.keyCode` of a key that an input method handles (UI Events, 7.3.1). */
const IME_KEY_CODE = 229

/**
 * Whether an input method handles a key press: its Enter takes a candidate, its Escape drops one. Safari ends
 * the composition before the Enter that did it, so that `isComposing` is false there.
 */
export const isImeKey = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === IME_KEY_CODE

/**
 * Keeps the key presses that an input method handles from all handlers of the page, also from those of
 * libraries, so that none has to tell them apart. The input method gets them. Call it before any other
 * listener is added. Returns what ends it.
 */
export function ignoreImeKeys(): () => void {
  const ignore = (event: KeyboardEvent) => {
    if (isImeKey(event)) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', ignore, true)
  return () => window.removeEventListener('keydown', ignore, true)
}
