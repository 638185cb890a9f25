import type { Virtualizer } from '@tanstack/vue-virtual'
import type { ComponentPublicInstance } from 'vue'

/** Up to this many rows are all rendered, so that the browser's search finds them. */
const MAX_RENDERED = 60
const OVERSCAN = 5
/** CSS pixels: the height of the list before it is measured. */
const INITIAL_HEIGHT = 900

/**
 * Virtualizes a long list: only visible rows and some around them are rendered. `before` and `after` are the
 * heights of the other rows in pixels. Rows have `data-index` and pass themselves to `measure`. The code for
 * it is loaded when a list is long; until then the first rows are shown.
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
  const isLong = computed(() => keys.value.length > MAX_RENDERED)
  const virtualizer = shallowRef<Ref<Virtualizer<HTMLElement, Element>>>()
  // A function, because the object stays the same when its contents change.
  const list = () => (isLong.value ? virtualizer.value?.value : undefined)
  const rows = computed(() => list()?.getVirtualItems())
  const firstRows = computed(() => {
    const count = isLong.value ? Math.ceil(INITIAL_HEIGHT / estimate) + OVERSCAN : MAX_RENDERED
    return Array.from({ length: Math.min(count, keys.value.length) }, (_, index) => index)
  })
  const shown = computed(() => rows.value?.map(row => row.index) ?? firstRows.value)
  const measured = new WeakSet<Element>()
  const { keepInPlace } = useScrollAnchor(scroller, () => !isLong.value)

  const scope = getCurrentScope()
  async function load() {
    const { useVirtualizer } = await import('@tanstack/vue-virtual')
    if (!scope?.active) return
    virtualizer.value ??= scope.run(() => useVirtualizer(options))
  }
  const options = computed(() => ({
    count: isLong.value ? keys.value.length : 0,
    getScrollElement: () => scroller.value,
    getItemKey: (index: number) => keys.value[index] ?? index,
    estimateSize: () => estimate,
    overscan: OVERSCAN,
    // The person may have scrolled before it was loaded.
    initialOffset: () => scroller.value?.scrollTop ?? 0,
    initialRect: { width: 0, height: INITIAL_HEIGHT },
  }))
  let loading: Promise<void> | undefined
  onMounted(() => {
    watch(isLong, long => long && (loading ??= load()), { immediate: true })
  })

  return {
    shown,
    before: computed(() => rows.value?.[0]?.start ?? 0),
    after: computed(() => {
      if (!rows.value) return (keys.value.length - firstRows.value.length) * estimate
      return (list()?.getTotalSize() ?? 0) - (rows.value.at(-1)?.end ?? 0)
    }),
    measure(row: Element | ComponentPublicInstance | null) {
      const element = row instanceof Element ? row : (row?.$el as Element | undefined)
      // Vue calls a ref function on every update; measuring each row again would make scrolling slow.
      if (!element || measured.has(element)) return
      if (!isLong.value) return keepInPlace(element)
      const loaded = list()
      if (!loaded) return
      measured.add(element)
      loaded.measureElement(element)
    },
    /** Scrolls to a row if it is not visible. */
    async reveal(key: string) {
      if (isLong.value) await (loading ??= load())
      // The list may just have been rendered, before its rows are measured.
      requestAnimationFrame(() => {
        const index = keys.value.indexOf(key)
        if (index < 0) return
        const loaded = list()
        if (loaded) loaded.scrollToIndex(index, { align: 'auto' })
        else scroller.value?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
      })
    },
  }
}
