import { focusHeading } from '../focus/focus-target'

/**
 * Elements that belong to a row although they are outside of the list. After a press outside of the list and
 * of these elements, the focus is not restored to the rows.
 */
const OVERLAYS = '[role=dialog], [role=menu]'

/**
 * Moves the focus when the focused control or its row is removed. The control that is now at the position of
 * the removed control gets the focus. If the last control was removed, the control before it gets the focus;
 * if no rows are left, the heading of the page.
 */
export function useFocusInRows(container: () => HTMLElement | null): void {
  let last: Element | undefined
  let index = 0

  const controls = () => [
    ...(container()?.querySelectorAll<HTMLElement>('li :is(a[href], button:enabled)') ?? []),
  ]

  function remember({ target }: FocusEvent) {
    const found = controls().findIndex(each => each === target)
    if (found === -1) return
    last = target as Element
    index = found
  }

  function forgetOnPress({ target }: PointerEvent) {
    if (target instanceof Element && !container()?.contains(target) && !target.closest(OVERLAYS))
      last = undefined
  }

  function restore() {
    const all = controls()
    if (last?.isConnected)
      index = Math.max(
        0,
        all.findIndex(each => each === last),
      )
    else if (last) {
      last = undefined
      if (document.activeElement === document.body) focusAt(all)
    }
  }

  function focusAt(all: HTMLElement[]) {
    const next = all[Math.min(index, all.length - 1)]
    if (next) next.focus()
    else focusHeading()
  }

  onMounted(() => {
    const element = container()
    if (!element) return
    const observer = new MutationObserver(restore)
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forgetOnPress)
    onBeforeUnmount(() => {
      observer.disconnect()
      document.removeEventListener('pointerdown', forgetOnPress)
    })
  })
}
