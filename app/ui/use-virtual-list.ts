import { useVirtualizer } from '@tanstack/vue-virtual'
import type { ComponentPublicInstance } from 'vue'

/** So many rows are all in the page: the browser's own search finds them, and nothing has to be guessed. */
const PLAIN = 60
const OVERSCAN = 5

/**
 * A list that may be long: only the rows in sight, and some around them, are in the page; the room of the
 * others is `before` and `after`. Rows tell their height through `measure` and carry `data-index`.
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
      overscan: keys.value.length <= PLAIN ? PLAIN : OVERSCAN,
      // What the server draws, before anything has a size.
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
      // Vue hands a row in again at every step of scrolling; measuring all of them each time would be the
      // slowest part.
      if (!element || measured.has(element)) return
      measured.add(element)
      list.value.measureElement(element)
    },
    /** Brings a row into sight, if it is not. */
    reveal(key: string) {
      // The list may have been drawn this very moment, and know no height yet.
      requestAnimationFrame(() => {
        const index = keys.value.indexOf(key)
        if (index >= 0) list.value.scrollToIndex(index, { align: 'auto' })
      })
    },
  }
}
