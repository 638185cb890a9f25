/**
 * Milliseconds for which an element is observed. Parts of the element that load on demand appear within this
 * time.
 */
const LOADS_MS = 2000

/**
 * Calls `onResize` each time that an element changes its size while its parts load, or that its parent, which
 * scrolls it, changes its size. Observes one element at a time.
 */
export function useResizeWhileLoading(onResize: () => void) {
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
      observer = new ResizeObserver(onResize)
      observer.observe(element)
      if (scroller) observer.observe(scroller)
      timer = setTimeout(end, LOADS_MS)
    },
    /** Stops observing early, such as when the person scrolls. */
    end,
  }
}
