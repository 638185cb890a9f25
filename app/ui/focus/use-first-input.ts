/**
 * Calls back once, at the first key, touch or movement of the pointer: for loading code that an action of the
 * person may need while the server cannot be reached.
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
