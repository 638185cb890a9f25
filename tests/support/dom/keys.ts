/** Presses a key on an element, or where no element has the focus. Returns whether the page took it. */
export function pressKey(
  key: string,
  { on = document.body, ...modifiers }: KeyboardEventInit & { on?: Element } = {},
): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  on.dispatchEvent(event)
  return event.defaultPrevented
}

/** Adds an element to the page and returns it. */
export function addElement(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}
