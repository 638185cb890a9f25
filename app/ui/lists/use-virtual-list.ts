import { byData, byDataValue } from '~/ui/elements/data-attributes'
import type { Range, Virtualizer } from '@tanstack/vue-virtual'
import type { ComponentPublicInstance, MaybeRefOrGetter } from 'vue'

const MAX_RENDERED = 60
const OVERSCAN = 5
/** The height of the list before it is measured, in CSS pixels. */
const INITIAL_HEIGHT = 900

/**
 * Virtualizes a long list: only the visible rows and some rows around them are rendered. `before` and `after`
 * are the heights of the rows that are not rendered, in pixels. Rows have `data-index` and pass themselves to
 * `measure`. The code of the virtualizer is loaded when the list is long; until then the first rows are
 * shown. The row with the focus stays rendered at its position even when it is scrolled away; for this, rows
 * that can be focused bind `gapAbove` as their style. VueUse's `useVirtualList` needs the height of each row
 * before the row is rendered.
 */
export function useVirtualList({
  scroller,
  keys,
  estimate,
  gap = 0,
  maxRendered = MAX_RENDERED,
  across = () => false,
}: {
  scroller: Readonly<Ref<HTMLElement | null>>
  keys: Ref<string[]>
  /** The estimated height of a row, in CSS pixels. `gap`: the space between rows. */
  estimate: MaybeRefOrGetter<number>
  gap?: number
  /**
   * A list with at most this many rows is rendered completely, so that the search of the browser finds every
   * row.
   */
  maxRendered?: number
  /** Whether the rows lie next to each other. All lengths are then widths. */
  across?: () => boolean
}) {
  const isLong = computed(() => keys.value.length > maxRendered)
  const virtualizer = shallowRef<Ref<Virtualizer<HTMLElement, Element>>>()
  // A function, because a computed value would not notice changes inside the same virtualizer object.
  const list = () => (isLong.value ? virtualizer.value?.value : undefined)
  const rows = computed(() => list()?.getVirtualItems())
  const firstRows = computed(() => {
    const count = isLong.value ? Math.ceil(INITIAL_HEIGHT / toValue(estimate)) + OVERSCAN : maxRendered
    return Array.from({ length: Math.min(count, keys.value.length) }, (_, index) => index)
  })
  const shown = computed(() => rows.value?.map(row => row.index) ?? firstRows.value)
  let measured = new WeakSet<Element>()
  // Rows next to each other need no anchor. Setting the scroll position would also cancel an animated scroll.
  const { keepInPlace } = useScrollAnchor(scroller, () => !isLong.value && !across())

  const scope = getCurrentScope()
  async function load() {
    const { useVirtualizer, defaultRangeExtractor } = await import('@tanstack/vue-virtual')
    if (!scope?.active) return
    visibleIndexes = defaultRangeExtractor
    virtualizer.value ??= scope.run(() => useVirtualizer(options))
  }
  let visibleIndexes: (range: Range) => number[] = () => []
  const focusedKey = useFocusedRow(scroller, keys)
  /**
   * Takes the height as a number, because the virtualizer estimates all rows again whenever it gets new
   * functions.
   */
  const optionsFor = (height: number, horizontal: boolean) => ({
    count: isLong.value ? keys.value.length : 0,
    getScrollElement: () => scroller.value,
    getItemKey: (index: number) => keys.value[index] ?? index,
    estimateSize: () => height,
    gap,
    horizontal,
    isRtl: horizontal && scroller.value !== null && getComputedStyle(scroller.value).direction === 'rtl',
    overscan: OVERSCAN,
    rangeExtractor(range: Range) {
      const key = focusedKey()
      const focused = key === undefined ? -1 : keys.value.indexOf(key)
      const indexes = visibleIndexes(range)
      return focused < 0 ? indexes : [...new Set([focused, ...indexes])].toSorted((a, b) => a - b)
    },
    // Starts at the current scroll position, because the person may have scrolled before the virtualizer was
    // loaded.
    initialOffset: () => (horizontal ? 0 : (scroller.value?.scrollTop ?? 0)),
    initialRect: { width: 0, height: INITIAL_HEIGHT },
  })
  const options = computed(() => optionsFor(toValue(estimate), across()))
  // Rows are measured again if their direction changes: their lengths are then widths instead of heights, or
  // heights instead of widths.
  watch(across, () => {
    measured = new WeakSet<Element>()
    list()?.measure()
  })
  let loading: Promise<void> | undefined
  onMounted(() => {
    watch(isLong, long => long && (loading ??= load()), { immediate: true })
  })

  async function scrollTo(key: string, block: 'nearest' | 'start') {
    if (isLong.value) await (loading ??= load())
    // Waits for the next frame: if the list was just rendered, its rows are measured only then.
    requestAnimationFrame(() => {
      const index = keys.value.indexOf(key)
      if (index < 0) return
      const loaded = list()
      const align = across() ? 'center' : block === 'nearest' ? 'auto' : 'start'
      if (loaded) return loaded.scrollToIndex(index, { align })
      const row = scroller.value?.querySelector(byDataValue('index', index))
      row?.scrollIntoView(across() ? { block: 'nearest', inline: 'center' } : { block })
    })
  }

  return {
    shown,
    before: computed(() => rows.value?.[0]?.start ?? 0),
    after: computed(() => {
      if (!rows.value) return (keys.value.length - firstRows.value.length) * (toValue(estimate) + gap)
      return (list()?.getTotalSize() ?? 0) - (rows.value.at(-1)?.end ?? 0)
    }),
    measure(row: Element | ComponentPublicInstance | null) {
      const element = row instanceof Element ? row : (row?.$el as Element | undefined)
      // Measures each row only once: Vue calls a ref function on every update, and repeated measurements
      // would make scrolling slow.
      if (!element || measured.has(element)) return
      if (!isLong.value) return keepInPlace(element)
      const loaded = list()
      if (!loaded) return
      measured.add(element)
      // Vue calls this function while it updates the rows. If the row were measured now, the browser would
      // find the list too short and would scroll it back. So the measurement waits until the update is
      // complete.
      void nextTick(() => element.isConnected && loaded.measureElement(element))
    },
    /**
     * Returns the style that leaves space above a row for the rows that are not rendered between it and the
     * previous rendered row.
     */
    gapAbove(index: number) {
      const at = rows.value?.findIndex(row => row.index === index) ?? 0
      const [row, previous] = [rows.value?.[at], rows.value?.[at - 1]]
      return row && previous && row.index > previous.index + 1
        ? { [across() ? 'marginInlineStart' : 'marginTop']: `${row.start - previous.end - gap}px` }
        : undefined
    },
    /** Scrolls to a row if it is not visible. */
    reveal: (key: string) => scrollTo(key, 'nearest'),
    /** Scrolls a row to the top of the list. */
    scrollToTop: (key: string) => scrollTo(key, 'start'),
  }
}

/** Returns the entries at the indices in `shown`, each with its index. */
export const entriesAt = <T>(
  entries: readonly T[],
  shown: readonly number[],
): { index: number; entry: T }[] =>
  shown.flatMap(index => {
    const entry = entries[index]
    return entry === undefined ? [] : [{ index, entry }]
  })

/** Returns a function that returns the key of the row that has the focus. */
function useFocusedRow(scroller: Readonly<Ref<HTMLElement | null>>, keys: Ref<string[]>) {
  let key: string | undefined
  const follow = (event: FocusEvent) => {
    const row = event.type === 'focusin' && (event.target as Element).closest<HTMLElement>(byData('index'))
    key = row ? keys.value[Number(row.dataset.index)] : undefined
  }
  onMounted(() => {
    scroller.value?.addEventListener('focusin', follow)
    scroller.value?.addEventListener('focusout', follow)
  })
  return () => key
}
