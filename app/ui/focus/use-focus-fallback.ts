/**
 * Calls `fallback` when the control that has the focus disappears from `root`, by an update of the component
 * or together with it. Without this, the focus would move to the page itself. `fallback` gets the element
 * that remains of `root`: null when the component was removed.
 */
export function useFocusFallback(
  root: Readonly<Ref<HTMLElement | null>>,
  fallback: (root: HTMLElement | null) => void,
): void {
  let focused: Element | null = null
  const remember = () => {
    focused = root.value?.contains(document.activeElement) ? document.activeElement : null
  }
  async function restore() {
    const left = focused
    if (!left) return
    await nextTick()
    if (!left.isConnected && document.activeElement === document.body) fallback(root.value)
  }
  onBeforeUpdate(remember)
  onUpdated(restore)
  onBeforeUnmount(remember)
  onUnmounted(restore)
}
