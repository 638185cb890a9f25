/**
 * Milliseconds for which an element is observed. Parts of the element that load on demand appear within this
 * time.
 */
const LOADS_MS = 2000

/**
 * Calls `onGrow` each time that an element grows while its parts load, or that its parent, which scrolls it,
 * becomes lower. Observes one element at a time.
 */
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
      const scroller = element.parentElement
      const hidden = () => element.offsetHeight - (scroller?.clientHeight ?? 0)
      let before = hidden()
      observer = new ResizeObserver(() => {
        const now = hidden()
        if (now > before) onGrow()
        before = now
      })
      observer.observe(element)
      if (scroller) observer.observe(scroller)
      timer = setTimeout(end, LOADS_MS)
    },
    /** Stops observing early, such as when the person scrolls. */
    end,
  }
}
