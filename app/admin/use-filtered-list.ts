import type { Page } from '~/ui/lists/use-pagination'
import { useListFilter } from './use-list-filter'

type Filter = ReturnType<typeof useListFilter>['query']['value']

/** A list of people or workspaces, filtered by the query parameters `search` and `state`. */
export function useFilteredList<T extends { id: string }>(
  name: string,
  read: (query: Filter & { before?: string }) => Promise<Page<T>>,
) {
  const { search, state, query } = useListFilter()
  const list = usePagination<T>(
    () => `admin-${name}-${JSON.stringify(query.value)}`,
    before => read({ ...query.value, before }),
  )
  return { ...list, search, state }
}
