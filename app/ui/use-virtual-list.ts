import { useVirtualizer } from '@tanstack/vue-virtual'
import type { ComponentPublicInstance } from 'vue'

/** Up to this many rows are all rendered, so that the browser's search finds them. */
const MAX_RENDERED = 60
const OVERSCAN = 5

/**
 * Virtualizes a long list: only visible rows and some around them are rendered. `before` and `after` are the
 * heights of the other rows in pixels. Rows have `data-index` and pass themselves to `measure`.
 */
export function useVirtualList({
  scroller,
  keys,
  estimate,
}: {
  scroller: Readonly<Ref<HTMLElement | null>>
  keys: Ref<string[]>
  estimate: number
}) {
  const list = useVirtualizer(
    computed(() => ({
      count: keys.value.length,
      getScrollElement: () => scroller.value,
      getItemKey: (index: number) => keys.value[index] ?? index,
      estimateSize: () => estimate,
      overscan: keys.value.length <= MAX_RENDERED ? MAX_RENDERED : OVERSCAN,
      // The viewport of the server's render, where nothing has a size.
      initialRect: { width: 0, height: 900 },
    })),
  )
  const rows = computed(() => list.value.getVirtualItems())
  const measured = new WeakSet<Element>()

  return {
    shown: computed(() => rows.value.map(row => row.index)),
    before: computed(() => rows.value[0]?.start ?? 0),
    after: computed(() => list.value.getTotalSize() - (rows.value.at(-1)?.end ?? 0)),
    measure(row: Element | ComponentPublicInstance | null) {
      const element = row instanceof Element ? row : (row?.$el as Element | undefined)
      // Vue calls a ref function on every update; measuring each row again would make scrolling slow.
      if (!element || measured.has(element)) return
      measured.add(element)
      list.value.measureElement(element)
    },
    /** Scrolls to a row if it is not visible. */
    reveal(key: string) {
      // The list may just have been rendered, before its rows are measured.
      requestAnimationFrame(() => {
        const index = keys.value.indexOf(key)
        if (index >= 0) list.value.scrollToIndex(index, { align: 'auto' })
      })
    },
  }
}
