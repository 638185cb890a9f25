/** Refreshes data when the tab becomes visible or the network returns, since agents may have changed it. */
export function useRefreshOnReturn(...refreshes: (() => unknown)[]) {
  const refreshAll = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    for (const refresh of refreshes) refresh()
  }
  onMounted(() => {
    document.addEventListener('visibilitychange', refreshAll)
    addEventListener('online', refreshAll)
  })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', refreshAll)
    removeEventListener('online', refreshAll)
  })
}
