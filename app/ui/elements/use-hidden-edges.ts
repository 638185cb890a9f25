/**
 * Returns whether a list that scrolls sideways has hidden entries: `start` before its visible part, `end`
 * after it.
 */
export function useHiddenEdges(scroller: Readonly<Ref<HTMLElement | null>>) {
  const edges = reactive({ start: false, end: false })
  let observer: ResizeObserver | undefined
  function update() {
    const list = scroller.value
    if (!list) return
    // `scrollLeft` is negative in a right-to-left page.
    const before = Math.abs(list.scrollLeft)
    edges.start = before > 1
    edges.end = list.scrollWidth - list.clientWidth - before > 1
  }
  onMounted(() => {
    const list = scroller.value
    if (!list) return
    list.addEventListener('scroll', update, { passive: true })
    observer = new ResizeObserver(update)
    observer.observe(list)
  })
  onUpdated(update)
  onBeforeUnmount(() => observer?.disconnect())
  return edges
}
