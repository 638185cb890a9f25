/**
 * Presses a key on an element, or where no element has the focus, `at` a time in milliseconds. Returns whether
 * the page took it.
 */
export function pressKey(
  key: string,
  { on = document.body, at, ...modifiers }: KeyboardEventInit & { on?: Element; at?: number } = {},
): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at })
  on.dispatchEvent(event)
  return event.defaultPrevented
}

/** Adds an element to the page and returns it. */
export function addElement(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}
