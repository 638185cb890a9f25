const PAUSE_MS = 250

/**
 * A search field that is stored in the query of the page: `?search=` is updated when the person pauses
 * typing.
 */
export function useQuerySearch() {
  const route = useRoute()
  const searched = computed(() => (typeof route.query.search === 'string' ? route.query.search.trim() : ''))
  const search = ref(searched.value)
  /** The text in the query, or the text that a navigation of this search field is about to set. */
  let stored = searched.value
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Changes parameters of the page's query. A parameter whose value is undefined is removed. */
  const replace = (changed: Record<string, string | undefined>) =>
    navigateTo({ query: { ...route.query, ...changed } }, { replace: true })

  watch(search, text => {
    clearTimeout(timer)
    if (text.trim() === stored) return
    timer = setTimeout(() => {
      stored = text.trim()
      void replace({ search: stored || undefined })
    }, PAUSE_MS)
  })
  // The query also changes when the person follows a link or goes back. A navigation of this search field
  // does not change the field, because the person may have typed more in the meantime.
  watch(searched, text => {
    if (text === stored) return
    stored = text
    search.value = text
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    /** The text of the search field. */
    search,
    /** The text by which the list is filtered; empty if the whole list is shown. */
    searched,
    replace,
  }
}
