/**
 * Calls `fallback` when the control that has the focus disappears from `root`, by an update of the component
 * or together with it. The focus would be on the page itself otherwise.
 */
export function useFocusFallback(root: Readonly<Ref<HTMLElement | null>>, fallback: () => void): void {
  let focused: Element | null = null
  const remember = () => {
    focused = root.value?.contains(document.activeElement) ? document.activeElement : null
  }
  async function restore() {
    const left = focused
    if (!left) return
    await nextTick()
    if (!left.isConnected && document.activeElement === document.body) fallback()
  }
  onBeforeUpdate(remember)
  onUpdated(restore)
  onBeforeUnmount(remember)
  onUnmounted(restore)
}
