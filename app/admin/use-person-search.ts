/** Milliseconds after the last letter is typed until the search starts. */
const PAUSE_MS = 250
/** The maximum number of people that a search shows. */
const SHOWN = 6

/** A search for active people of the server. It runs when the administrator pauses typing. */
export function usePersonSearch() {
  const api = useApi()
  const search = ref('')
  const searched = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(search, text => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      searched.value = text.trim()
    }, PAUSE_MS)
  })
  onScopeDispose(() => clearTimeout(timer))

  const { data, error, refresh } = useAsyncData(
    () => `admin-person-search-${searched.value}`,
    async () => {
      if (searched.value === '') return []
      const { people } = await api('GET /api/admin/people', {
        query: { search: searched.value, state: 'active' },
      })
      return people
    },
    { lazy: true, deep: false, server: false },
  )
  /** The people who were found; undefined before a search and while it runs. */
  const found = computed(() => (searched.value === '' ? undefined : data.value))

  return {
    /** The text of the search field. */
    search,
    people: computed(() => found.value?.slice(0, SHOWN)),
    hasMore: computed(() => (found.value?.length ?? 0) > SHOWN),
    error,
    refresh,
  }
}
