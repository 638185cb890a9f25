/**
 * Keeps what is visible in a scroller where it is when a row above it changes its height. Not every browser
 * has scroll anchoring of its own (CSS Scroll Anchoring Module 1), so the scroller turns it off.
 */
export function useScrollAnchor(scroller: Readonly<Ref<HTMLElement | null>>, isEnabled: () => boolean) {
  const heights = new WeakMap<Element, number>()
  let observer: ResizeObserver | undefined

  function adjust(entries: ResizeObserverEntry[]) {
    const list = scroller.value
    if (!list) return
    const top = list.getBoundingClientRect().top
    let change = 0
    for (const { target } of entries) {
      const { height, bottom } = target.getBoundingClientRect()
      const previous = heights.get(target)
      heights.set(target, height)
      // Above the visible part before it and the rows before it changed.
      if (previous !== undefined && bottom - change - height + previous <= top) change += height - previous
    }
    if (change && isEnabled()) list.scrollTop += change
  }

  onBeforeUnmount(() => observer?.disconnect())

  return {
    /** Observes a row of the scroller. */
    keepInPlace(row: Element) {
      if (heights.has(row)) return
      observer ??= new ResizeObserver(adjust)
      heights.set(row, row.getBoundingClientRect().height)
      observer.observe(row)
    },
  }
}
