/**
 * Returns the control that has the focus: for a menu and its items the button of the menu, because they
 * disappear with it. Returns undefined while nothing has the focus.
 */
export function focusTarget(): HTMLElement | undefined {
  if (import.meta.server) return undefined
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
  const buttonId = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || focused
}
