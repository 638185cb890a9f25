/** Calls `retry` when the browser is online again, or the server can be reached again. */
export function useRetryOnline(retry: () => void): void {
  const { offline } = useConnection()
  watch(offline, now => {
    if (!now) retry()
  })
  onMounted(() => addEventListener('online', retry))
  onBeforeUnmount(() => removeEventListener('online', retry))
}
