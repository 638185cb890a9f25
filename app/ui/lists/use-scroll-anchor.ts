import { byData } from '~/ui/elements/data-attributes'
/** A row, and its distance from the top of the scroller in pixels. */
interface Anchor {
  row: Element
  top: number
}

/**
 * Keeps a row at its position in the viewport when rows around it change: the row under the pointer or with
 * the focus, else the first visible row of a list that was scrolled. It replaces the scroll anchoring of
 * browsers (CSS Scroll Anchoring Module 1), which not every browser has, so the styles of the scroller
 * disable scroll anchoring. Rows have `data-index` and are rendered by the component that calls this
 * function.
 */
export function useScrollAnchor(scroller: Readonly<Ref<HTMLElement | null>>, isEnabled: () => boolean) {
  /**
   * The known heights of rows. While a page opens, its rows exist before they are rendered; they have no
   * height until then.
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
    const used = visible.find(({ row }) => row.matches(':hover, :focus-within'))
    // If the list is at its start, the scroll position does not change, so that rows that are added at the
    // start are visible.
    if (used || list.scrollTop === 0) return used
    return visible.find(({ top }) => top >= 0) ?? visible[0]
  }

  /**
   * Adjusts the scroll position when rows change their height without an update of the list, such as when a
   * form opens in a row.
   */
  function adjust(entries: ResizeObserverEntry[]) {
    const list = scroller.value
    if (!list) return
    const top = list.getBoundingClientRect().top
    let change = 0
    for (const { target } of entries) {
      // A ResizeObserver also reports rows that were removed from the page. Such rows are observed no longer.
      if (!target.isConnected) {
        observer?.unobserve(target)
        continue
      }
      const { height, bottom } = target.getBoundingClientRect()
      const previous = heights.get(target)
      remember(target, height)
      // Counts only rows that were completely above the visible part before they changed. To compute their
      // previous position, the growth of the row and of the rows above it is subtracted.
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
    // Stores the new heights, so that `adjust` does not scroll again because of this update.
    for (const row of rowsOf(list)) remember(row)
  })
  onBeforeUnmount(() => observer?.disconnect())

  return {
    /** Observes the height of a row. */
    keepInPlace(row: Element) {
      if (observed.has(row)) return
      observed.add(row)
      observer ??= new ResizeObserver(adjust)
      remember(row)
      observer.observe(row)
    },
  }
}
