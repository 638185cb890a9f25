import { isTouch } from './is-touch'

/** A close watcher of the browser, which TypeScript does not know yet (HTML standard, "Close requests"). */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

/**
 * Makes the Back button of Android close a part of the page instead of leaving the page: `close` is called
 * when the button is pressed while `isOpen` returns true. If several parts are open, the button closes the
 * one that opened last.
 *
 * Only touch screens have such a button. In other browsers, and in browsers without close watchers, this does
 * nothing.
 */
export function useBackButton(isOpen: () => boolean, close: () => void): void {
  let watcher: CloseWatcher | undefined
  let isEscapeDown = false
  function listen() {
    const Watcher = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher
    if (!Watcher || !isTouch()) return
    watcher = new Watcher()
    watcher.addEventListener('close', () => {
      watcher = undefined
      // Browsers treat Escape like the Back button, but the page has its own listeners for this key. If both
      // reacted, one press would close two parts.
      if (!isEscapeDown) close()
      // A press may close only one of several open elements, such as the draft in a comparison.
      void nextTick(() => {
        if (isOpen() && !watcher) listen()
      })
    })
  }
  function end() {
    watcher?.destroy()
    watcher = undefined
  }
  function followEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') isEscapeDown = event.type === 'keydown'
  }
  const ended = new AbortController()
  onMounted(() => {
    watch(isOpen, now => (now ? listen() : end()), { immediate: true })
    // Runs in the capture phase, before listeners that stop the event.
    const options = { capture: true, signal: ended.signal }
    window.addEventListener('keydown', followEscape, options)
    window.addEventListener('keyup', followEscape, options)
  })
  onBeforeUnmount(() => {
    ended.abort()
    end()
  })
}
