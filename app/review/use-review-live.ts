const POLL_MS = 15_000

/**
 * Keeps a page up to date with server-sent events while it can be seen; asks now and then where they do not
 * come through. `address` is read at each opening, with what is known by then; `refresh` is never run twice
 * at once.
 */
export function useReviewLive(address: () => string, refresh: () => Promise<unknown>) {
  const live = ref(false)
  let source: EventSource | undefined
  let [looking, again] = [false, false]

  async function look() {
    again = true
    if (looking) return
    looking = true
    while (again) {
      again = false
      await refresh()
    }
    looking = false
  }

  function close() {
    source?.close()
    source = undefined
    live.value = false
  }

  function open() {
    close()
    const opened = (source = new EventSource(address()))
    opened.addEventListener('open', () => {
      live.value = true
    })
    opened.addEventListener('changed', () => void look())
    opened.addEventListener('gone', () => {
      close()
      void look()
    })
    opened.addEventListener('error', () => {
      live.value = false
      // The browser tries again by itself, unless it was refused: then the review may be out of reach.
      if (opened.readyState !== EventSource.CLOSED) return
      source = undefined
      void look()
    })
  }

  function tick() {
    if (document.visibilityState !== 'visible' || live.value) return
    void look()
    if (!source) open()
  }

  // A browser has few connections to one server: a page nobody sees holds none.
  const follow = () => (document.visibilityState === 'visible' ? open() : close())

  onMounted(() => {
    follow()
    const timer = setInterval(tick, POLL_MS)
    document.addEventListener('visibilitychange', follow)
    addEventListener('online', tick)
    onBeforeUnmount(() => {
      close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('online', tick)
    })
  })

  return { live }
}
