/** Asks again when the person comes back to the tab, or to the network: agents go on working meanwhile. */
export function useRefreshOnReturn(...refreshes: (() => unknown)[]) {
  const look = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    for (const refresh of refreshes) refresh()
  }
  onMounted(() => {
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
  })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', look)
  })
}
