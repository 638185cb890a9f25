/**
 * Returns the element to which the focus can return later. If the focus is in a menu or in a card, which may
 * disappear, returns the button that opens the menu or the card. Otherwise, returns the focused element;
 * undefined if no element has the focus.
 */
export function focusTarget(): HTMLElement | undefined {
  if (import.meta.server) return undefined
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
  const card = focused.closest('[popover=auto]')
  if (card) return buttonOfCard(card) ?? focused
  const buttonId = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || focused
}

/** Returns the button that opens a card. If several buttons do, returns the first one that is visible. */
export function buttonOfCard({ id }: Element): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)]
  return buttons.find(each => each.offsetParent !== null) ?? buttons[0]
}

/** Moves the focus to the heading of the page. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/**
 * Moves the focus to the first element that can take it. The elements of the first selector are tried first,
 * then the elements of the next selector. Returns whether an element took the focus.
 */
export function focusFirst(selectors: readonly string[], within: ParentNode = document): boolean {
  return selectors.some(selector => [...within.querySelectorAll<HTMLElement>(selector)].some(tryFocus))
}

/** Focuses an element. Returns whether it took the focus: a hidden or removed element does not. */
export function tryFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}
