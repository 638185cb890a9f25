/**
 * Calls `fallback` when the focused control disappears from `root`, because the component was updated or
 * removed. Without this, the focus would move to the body of the page. `fallback` receives the element of
 * `root`, or null if the component was removed.
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
    const lastFocused = focused
    if (!lastFocused) return
    await nextTick()
    if (!lastFocused.isConnected && document.activeElement === document.body) fallback(root.value)
  }
  onBeforeUpdate(remember)
  onUpdated(restore)
  onBeforeUnmount(remember)
  onUnmounted(restore)
}
