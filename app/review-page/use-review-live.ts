import type { Viewer } from '#shared/contract/reviewer'

const POLL_MS = 15_000
/**
 * Milliseconds: if no message arrives for longer than this, a proxy probably holds the messages back, because
 * the server sends one every 20 s.
 */
const SILENT_MS = 30_000

/**
 * Refreshes a page when its review changes: through server-sent events while the tab is visible, and by
 * polling while the event stream is disconnected or silent. `eventsPath` is called each time the stream is
 * opened. `refresh` is never called while a previous call is running. `viewers`: the other people who have
 * the review open.
 */
export function useReviewLive(eventsPath: () => string, refresh: () => Promise<unknown>) {
  const isConnected = ref(false)
  const viewers = ref<Viewer[]>([])
  let source: EventSource | undefined
  let [isRefreshing, isStale] = [false, false]
  let lastMessageAt = 0

  /** Refreshes the page. If a change arrives during a refresh, refreshes again. */
  async function refreshNow() {
    isStale = true
    if (isRefreshing) return
    isRefreshing = true
    try {
      while (isStale) {
        isStale = false
        await refresh()
      }
    } finally {
      isRefreshing = false
    }
  }

  function close() {
    source?.close()
    source = undefined
    isConnected.value = false
    viewers.value = []
  }

  function open() {
    close()
    const opened = (source = new EventSource(eventsPath()))
    const hear = () => {
      lastMessageAt = Date.now()
    }
    for (const name of ['open', 'alive', 'changed', 'viewers']) opened.addEventListener(name, hear)
    opened.addEventListener('open', () => {
      isConnected.value = true
    })
    opened.addEventListener('changed', () => void refreshNow())
    opened.addEventListener('viewers', ({ data }: MessageEvent<string>) => {
      viewers.value = (JSON.parse(data) as { viewers: Viewer[] }).viewers
    })
    opened.addEventListener('gone', () => {
      close()
      void refreshNow()
    })
    opened.addEventListener('error', () => {
      isConnected.value = false
      viewers.value = []
      // The browser reconnects by itself unless the server rejected the request, which may mean that the
      // person has lost access.
      if (opened.readyState !== EventSource.CLOSED) return
      source = undefined
      void refreshNow()
    })
  }

  function poll() {
    const isReceiving = isConnected.value && Date.now() - lastMessageAt < SILENT_MS
    if (document.visibilityState !== 'visible' || isReceiving) return
    void refreshNow()
    if (!source) open()
  }

  // Closes the connection while the tab is hidden, because browsers limit the number of connections per
  // server.
  const onVisibilityChange = () => (document.visibilityState === 'visible' ? open() : close())

  onMounted(() => {
    onVisibilityChange()
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', onVisibilityChange)
    addEventListener('online', poll)
    onBeforeUnmount(() => {
      close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      removeEventListener('online', poll)
    })
  })

  return { isConnected, viewers }
}
