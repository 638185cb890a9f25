import { byData } from '~/ui/elements/data-attributes'
/** A row, and its distance from the top of the scroller in pixels. */
interface Anchor {
  row: Element
  top: number
}

/**
 * Keeps the row that the person looks at in its place in a scroller when rows around it change: the row under
 * the pointer or with the focus, else the first visible one. Not every browser has scroll anchoring of its
 * own (CSS Scroll Anchoring Module 1), so the scroller turns it off. Rows have `data-index`; the component
 * that calls this renders them.
 */
export function useScrollAnchor(scroller: Readonly<Ref<HTMLElement | null>>, isEnabled: () => boolean) {
  /**
   * The known heights of rows. A page that opens creates its rows before they are rendered and have a height.
   */
  const heights = new WeakMap<Element, number>()
  const observed = new WeakSet<Element>()
  let observer: ResizeObserver | undefined
  let anchor: Anchor | undefined

  const rowsOf = (list: HTMLElement) => [...list.querySelectorAll(byData('index'))]
  const topOf = (list: HTMLElement, row: Element) =>
    row.getBoundingClientRect().top - list.getBoundingClientRect().top

  function findAnchor(list: HTMLElement): Anchor | undefined {
    const visible = rowsOf(list)
      .map(row => ({ row, top: topOf(list, row) }))
      .filter(({ row, top }) => top < list.clientHeight && top + row.clientHeight > 0)
    return (
      visible.find(({ row }) => row.matches(':hover, :focus-within')) ??
      visible.find(({ top }) => top >= 0) ??
      visible[0]
    )
  }

  /** Adjusts to rows whose height changes by themselves, such as by a form that opens in them. */
  function adjust(entries: ResizeObserverEntry[]) {
    const list = scroller.value
    if (!list) return
    const top = list.getBoundingClientRect().top
    let change = 0
    for (const { target } of entries) {
      // Removed rows are reported too.
      if (!target.isConnected) {
        observer?.unobserve(target)
        continue
      }
      const { height, bottom } = target.getBoundingClientRect()
      const previous = heights.get(target)
      remember(target, height)
      // The row was above the visible part before it and the rows above it changed.
      if (previous !== undefined && bottom - change - height + previous <= top) change += height - previous
    }
    if (change && isEnabled()) list.scrollTop += change
  }

  function remember(row: Element, height = row.getBoundingClientRect().height) {
    if (height > 0) heights.set(row, height)
    else heights.delete(row)
  }

  onBeforeUpdate(() => {
    anchor = scroller.value && isEnabled() ? findAnchor(scroller.value) : undefined
  })
  onUpdated(() => {
    const list = scroller.value
    if (!list || !anchor) return
    if (anchor.row.isConnected) list.scrollTop += topOf(list, anchor.row) - anchor.top
    // Records the rows, so that this change is not adjusted again.
    for (const row of rowsOf(list)) remember(row)
  })
  onBeforeUnmount(() => observer?.disconnect())

  return {
    /** Observes a row of the scroller. */
    keepInPlace(row: Element) {
      if (observed.has(row)) return
      observed.add(row)
      observer ??= new ResizeObserver(adjust)
      remember(row)
      observer.observe(row)
    },
  }
}
