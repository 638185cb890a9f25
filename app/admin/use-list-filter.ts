import { subjectStates } from './labels'

/** The search text and the state that limit a list, in the address of the page. */
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
    /** The filter as the query of the operations. */
    query: computed(() => ({ search: searched.value || undefined, state: state.value })),
  }
}
