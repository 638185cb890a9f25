import { subjectStates } from './labels'

/** The filters of a list: a search text and the state of the items. The URL of the page stores them. */
export function useListFilter() {
  const route = useRoute()
  const { search, searched, replace } = useQuerySearch()
  const state = computed({
    get: () => subjectStates.find(each => each === route.query.state),
    set: value => void replace({ state: value }),
  })

  return {
    search,
    state,
    /** The filter, as the query parameters of the API operations. */
    query: computed(() => ({ search: searched.value || undefined, state: state.value })),
  }
}
