import { focusHeading } from '../focus/focus-target'

/** Elements in which a press does not end the place in the rows: they belong to a row. */
const OVERLAYS = '[role=dialog], [role=menu]'

/**
 * Keeps the keyboard focus in the rows when the row or the control that has it is removed: the same control
 * of the next row gets it; after the last row the last control; without rows the heading of the page.
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
