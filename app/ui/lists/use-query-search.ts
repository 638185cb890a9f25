const PAUSE_MS = 250

/** A search field and the query of the page: `?search=` follows the field when typing pauses. */
export function useQuerySearch() {
  const route = useRoute()
  const searched = computed(() => (typeof route.query.search === 'string' ? route.query.search.trim() : ''))
  const search = ref(searched.value)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Changes parameters of the query; undefined removes one. */
  const replace = (changed: Record<string, string | undefined>) =>
    navigateTo({ query: { ...route.query, ...changed } }, { replace: true })

  watch(search, text => {
    clearTimeout(timer)
    if (text.trim() === searched.value) return
    timer = setTimeout(() => void replace({ search: text.trim() || undefined }), PAUSE_MS)
  })
  // The page may be opened again with another address.
  watch(searched, text => {
    if (search.value.trim() !== text) search.value = text
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    /** The text of the search field. */
    search,
    /** The text that the list is limited to; empty for the whole list. */
    searched,
    replace,
  }
}
