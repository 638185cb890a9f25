const PAUSE_MS = 250

/**
 * A search field that is stored in the query of the page: `?search=` is updated when the person pauses
 * typing.
 */
export function useQuerySearch() {
  const route = useRoute()
  const searched = computed(() => (typeof route.query.search === 'string' ? route.query.search.trim() : ''))
  const search = ref(searched.value)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Changes parameters of the page's query. A parameter whose value is undefined is removed. */
  const replace = (changed: Record<string, string | undefined>) =>
    navigateTo({ query: { ...route.query, ...changed } }, { replace: true })

  watch(search, text => {
    clearTimeout(timer)
    if (text.trim() === searched.value) return
    timer = setTimeout(() => void replace({ search: text.trim() || undefined }), PAUSE_MS)
  })
  // The query also changes when the person follows a link or goes back.
  watch(searched, text => {
    if (search.value.trim() !== text) search.value = text
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
