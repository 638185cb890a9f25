/** The time of the next key press, in milliseconds. It is a second after the previous key press. */
let nextAt = 0

/**
 * Presses a key on an element, or on the page if no element is given. `at` sets another time. Returns whether
 * the page handled the key.
 */
export function pressKey(
  key: string,
  { on = document.body, at = nextAt, ...modifiers }: KeyboardEventInit & { on?: Element; at?: number } = {},
): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  Object.defineProperty(event, 'timeStamp', { value: at })
  nextAt = at + 1000
  on.dispatchEvent(event)
  return event.defaultPrevented
}

/**
 * Returns a key press that an input method handles. After a composition, Safari marks such a key press only
 * with its key code.
 */
export function imeKey(key: string, modifiers: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  Object.defineProperty(event, 'keyCode', { value: 229 })
  return event
}

/** Adds an element to the page and returns it. */
export function addElement(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}
