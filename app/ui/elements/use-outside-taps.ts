import { findOpenCard, OPEN_CARD } from '../focus/overlays'

const MENU = '[role=menu][data-state=open]'

/** Closes the open menu or card if `target` is outside of it. Returns whether it closed one. */
function closeOutside(target: EventTarget | null): boolean {
  // A card may contain the button of a menu, so the menu is closed first.
  const selector = [MENU, OPEN_CARD].find(each => document.querySelector(each))
  if (!selector || !(target instanceof Element) || target.closest(selector)) return false
  if (selector === OPEN_CARD) findOpenCard()?.hidePopover()
  // Menus of Reka UI close on a press outside of them. After the press of a finger, they would close only at
  // the click that follows, so a press is dispatched that is not marked as the press of a finger.
  else document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  return true
}

/**
 * On a touch screen, a tap outside an open menu or card only closes it: the elements at the place of the tap
 * do not react. A press with the mouse closes it and also acts on the element under the mouse, as in desktop
 * programs.
 */
export function useOutsideTaps(): void {
  /** Whether the last tap closed a menu or a card. */
  let hasClosed = false
  function press(event: PointerEvent) {
    if (event.isPrimary) {
      // `hasClosed` must be false during the call of `closeOutside`. Otherwise, the event that this function
      // dispatches would be stopped below and not reach the menu.
      hasClosed = false
      hasClosed = event.pointerType === 'touch' && closeOutside(event.target)
    }
    if (hasClosed) event.stopPropagation()
  }
  /**
   * Ignores the mouse events that browsers send at the end of a tap that has closed a menu or card. A click
   * with the keyboard is not ignored: its `detail` is 0.
   */
  function ignore(event: MouseEvent) {
    if (!hasClosed || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }

  const ended = new AbortController()
  onMounted(() => {
    // Runs in the capture phase, before all other listeners.
    const options = { capture: true, signal: ended.signal }
    window.addEventListener('pointerdown', press, options)
    for (const type of ['mousedown', 'mouseup', 'click'] as const)
      window.addEventListener(type, ignore, options)
  })
  onBeforeUnmount(() => ended.abort())
}
