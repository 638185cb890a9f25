/**
 * Milliseconds for which an element is observed. Parts of the element that load on demand appear within this
 * time.
 */
const LOADS_MS = 2000

/** Calls `onGrow` each time that an element grows while its parts load. Observes one element at a time. */
export function useGrowth(onGrow: () => void) {
  let observer: ResizeObserver | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function end() {
    clearTimeout(timer)
    observer?.disconnect()
  }
  onBeforeUnmount(end)
  return {
    follow(element: HTMLElement) {
      end()
      let height = element.offsetHeight
      observer = new ResizeObserver(() => {
        if (element.offsetHeight > height) onGrow()
        height = element.offsetHeight
      })
      observer.observe(element)
      timer = setTimeout(end, LOADS_MS)
    },
    /** Stops observing early, such as when the person scrolls. */
    end,
  }
}
