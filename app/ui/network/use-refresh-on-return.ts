const MINUTE_MS = 60_000

/** Refreshes data when the tab becomes visible or the network returns, since agents may have changed it. */
export function useRefreshOnReturn(...refreshes: (() => unknown)[]) {
  const refreshAll = () => {
    if (!isWatched()) return
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

/**
 * Refreshes data when the tab becomes visible or the network returns, and every minute while the tab is
 * visible.
 */
export function useRefreshEachMinute(refresh: () => unknown) {
  let timer: ReturnType<typeof setInterval> | undefined
  useRefreshOnReturn(refresh)
  onMounted(() => {
    timer = setInterval(() => {
      if (isWatched()) refresh()
    }, MINUTE_MS)
  })
  onBeforeUnmount(() => {
    clearInterval(timer)
  })
}

/** Whether the tab is visible and the server can be reached, as far as the browser knows. */
const isWatched = () => document.visibilityState === 'visible' && navigator.onLine
