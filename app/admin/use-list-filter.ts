import { subjectStates } from './labels'

/**
 * The filters of a list: a search text and the state of the items. They are stored in the URL of the page.
 */
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
    /** The filters as query parameters for the API. */
    query: computed(() => ({ search: searched.value || undefined, state: state.value })),
  }
}
