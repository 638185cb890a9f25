/**
 * Calls back only one time, at the first key press, touch or pointer movement. It is used to load code early,
 * while the server can still be reached.
 */
export function useFirstInput(run: () => void): void {
  const ended = new AbortController()
  onMounted(() => {
    for (const type of ['keydown', 'pointerdown', 'pointermove'])
      window.addEventListener(
        type,
        () => {
          ended.abort()
          run()
        },
        { capture: true, passive: true, signal: ended.signal },
      )
  })
  onBeforeUnmount(() => ended.abort())
}
