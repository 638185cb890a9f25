/**
 * Milliseconds for which a ready page waits for the first input. Then it no longer competes with the pictures
 * for the network.
 */
const MAX_WAIT_MS = 2000

/**
 * Calls back only one time: at the first key press, touch or pointer movement, or when the page has been
 * ready for {@link MAX_WAIT_MS} and is idle. It is used to load code early, while the server can still be
 * reached: a person may read a page for minutes, lose the connection, and only then press a key.
 */
export function useFirstInput(run: () => void): void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function runOnce() {
    if (ended.signal.aborted) return
    end()
    run()
  }
  function end() {
    clearTimeout(timer)
    ended.abort()
  }
  onMounted(() => {
    for (const type of ['keydown', 'pointerdown', 'pointermove'])
      window.addEventListener(type, runOnce, { capture: true, passive: true, signal: ended.signal })
    onNuxtReady(() => {
      if (!ended.signal.aborted) timer = setTimeout(() => requestIdleCallback(runOnce), MAX_WAIT_MS)
    })
  })
  onBeforeUnmount(end)
}
