/** The path and the filters of the list of reviews that the person visited last; initially the inbox. */
export const useLastList = () => useState('last-list', () => '/')

/**
 * Stores the path and the filters of this page as the last list when the person leaves the page. When the
 * person returns from a review, scrolls the page to where it was, once its list `isLoaded`. `loadMore` loads
 * the next rows of a list that is too short for this, and resolves to false if there are none.
 */
export function useRememberedList(
  isLoaded: () => boolean,
  loadMore: () => Promise<boolean> = () => Promise.resolve(false),
): void {
  const last = useLastList()
  const left = useState<{ path: string; top: number } | null>('left-list', () => null)
  onBeforeRouteLeave((to, from) => {
    last.value = from.fullPath
    left.value = to.path.startsWith('/reviews/') ? { path: from.fullPath, top: scrollY } : null
  })
  const place = left.value
  left.value = null
  if (!place || place.path !== useRoute().fullPath) return

  /** Whether the router has scrolled the page. At that moment, the page is as short as its placeholder. */
  const isOpened = ref(false)
  useNuxtApp().hooks.hookOnce('page:loading:end', () => {
    requestAnimationFrame(() => requestAnimationFrame(() => (isOpened.value = true)))
  })
  const stop = watch(
    () => isOpened.value && isLoaded(),
    async ready => {
      if (!ready) return
      stop()
      const { documentElement: root } = document
      while (root.scrollHeight - innerHeight < place.top && (await loadMore())) await nextTick()
      scrollTo({ top: place.top, behavior: 'instant' })
    },
    { flush: 'post' },
  )
}
