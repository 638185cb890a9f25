import { subjectStates } from './labels'

const PAUSE_MS = 250

/**
 * The search and the state that a list is limited to, in the address of the page: `?search=` follows the
 * field when typing pauses.
 */
export function useListFilter() {
  const route = useRoute()
  const fromQuery = () => (typeof route.query.search === 'string' ? route.query.search : '')
  const search = ref(fromQuery())
  const state = computed({
    get: () => subjectStates.find(each => each === route.query.state),
    set: value => void replace({ state: value }),
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  const replace = (changed: Record<string, string | undefined>) =>
    navigateTo({ query: { ...route.query, ...changed } }, { replace: true })

  watch(search, text => {
    clearTimeout(timer)
    if (text === fromQuery()) return
    timer = setTimeout(() => void replace({ search: text || undefined }), PAUSE_MS)
  })
  // The page may be opened again with another address.
  watch(fromQuery, text => {
    search.value = text
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    search,
    state,
    /** The filter as the operations take it. */
    query: computed(() => ({ search: fromQuery() || undefined, state: state.value })),
  }
}
